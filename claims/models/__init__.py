"""The tables and their constraints."""

from claims.models.agents import Agent, AgentKey, KeyBase, Scope, Tier
from claims.models.bases import BeliefBase, Membership
from claims.models.beliefs import Belief, Edge, Support
from claims.models.manners import KeptAnswer, Pace
from claims.models.people import Role, User
from claims.models.reviews import Nogood, NogoodMember, NogoodResolution, ReviewItem
from claims.models.revisions import Act, ActReach, Revision, Source
from claims.models.rights import Disclosure, Erasure, Forgetting, Forgotten, PersonCopy
from claims.models.statements import Claim, Entity, EntityAlias, Question
from claims.models.vocabulary import (
    ObjectAlias,
    Predicate,
    PredicateSynonym,
    Topic,
    VocabularyVersion,
    VouchedOrigin,
)

__all__ = [
    "Act",
    "ActReach",
    "Agent",
    "AgentKey",
    "Belief",
    "BeliefBase",
    "Claim",
    "Disclosure",
    "Edge",
    "Entity",
    "EntityAlias",
    "Erasure",
    "Forgetting",
    "Forgotten",
    "KeptAnswer",
    "KeyBase",
    "Membership",
    "Nogood",
    "NogoodMember",
    "NogoodResolution",
    "ObjectAlias",
    "Pace",
    "PersonCopy",
    "Predicate",
    "PredicateSynonym",
    "Question",
    "ReviewItem",
    "Revision",
    "Role",
    "Scope",
    "Source",
    "Support",
    "Tier",
    "Topic",
    "User",
    "VocabularyVersion",
    "VouchedOrigin",
]
