"""What a person does here by hand: corrected in one step, looked at first, carried out once."""
