"""Equations for people to read: closed form, and stage by stage."""
