"""What is simulated: the configuration, how strong the players are, the position it starts from, and its chance."""
