"""What several endpoints answer or take."""
