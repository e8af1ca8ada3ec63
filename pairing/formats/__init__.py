"""Events as texts: the event document (`document`), and the reports of chess federations (`trf`)."""
