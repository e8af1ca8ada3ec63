"""What players and spectators see: the same for everybody, without cookies, forms or session."""
