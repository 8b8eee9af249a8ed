"""Tests of the exact odds."""
