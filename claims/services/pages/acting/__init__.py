"""What a person is asked, what would follow from an answer, and what did."""
