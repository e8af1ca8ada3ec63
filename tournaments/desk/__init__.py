"""The organiser's pages: permission, call, answer; no rules of their own."""
