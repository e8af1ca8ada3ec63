"""What all public pages share: how they are answered and kept; and the pages of the site itself."""
