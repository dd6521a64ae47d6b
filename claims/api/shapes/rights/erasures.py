"""What is to be erased, and the receipt."""

from __future__ import annotations

from rest_framework import serializers

from claims.api.shapes.claims import Shown
from claims.api.shapes.outcomes import Done
from claims.api.shapes.proposals import Planned
from claims.api.shapes.strict import Id, Instant, Many, OneOf, Text, YesNo
from claims.services.rights.erase.erase_claims import Ground


class ErasureSaid(Planned):
    """What goes along with the claim, and why. `also` names further claims, such as those that were guessed from it;
    `restores` lets what these alone kept down be held again; `learn_again` lets old words bring them back."""

    ground = OneOf(choices=[each.value for each in Ground])
    also = Many(child=Text(max_length=36), required=False, max_length=1000)
    restores = YesNo(required=False)
    learn_again = YesNo(required=False)


class StoreAnswer(Shown):
    """What a store let go of."""

    store = serializers.CharField()
    says = serializers.CharField()
    removed = serializers.IntegerField()


class Swept(Shown):
    """The look afterwards: how many columns were looked through for how many texts, and where one still stands, in how
    many rows. Texts of fewer than six characters are met everywhere and are not looked for."""

    columns = serializers.IntegerField()
    words = serializers.IntegerField()
    still = serializers.DictField(child=serializers.IntegerField())


class Receipt(Shown):
    """What was erased (GDPR Art. 17). `guessed` rest on what is erased and on nothing else: name them in `also` to have
    them erased too. In a preview `id`, `at` and `swept` are null."""

    id = Id(allow_null=True)
    at = Instant(allow_null=True)
    ground = serializers.CharField()
    claims = serializers.ListField(child=Id())
    guessed = serializers.ListField(child=Id())
    stores = StoreAnswer(many=True)
    swept = Swept(allow_null=True)


class ErasureDone(Done):
    """What came of an erasure."""

    receipt = Receipt()
