"""What can still happen: who has clinched, who is eliminated, and the odds in between."""
