"""Reading and writing events as text: the event document (`document`) and FIDE reports (`trf`)."""
