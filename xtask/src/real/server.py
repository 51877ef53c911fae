"""Serves the model given first on the port given second, until standard input closes."""
import os
import sys

import xllamacpp

parameters = xllamacpp.CommonParams()
parameters.model.path = sys.argv[1]
parameters.hostnames = ["127.0.0.1"]
parameters.port = int(sys.argv[2])
parameters.n_ctx = 4096
parameters.api_keys = [os.environ["TRIBUNAL_REAL_KEY"]]
server = xllamacpp.Server(parameters)
sys.stdin.read()
