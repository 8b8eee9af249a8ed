"""A match against the reference program: its computer players at our table, our engine as referee.

    python -m bench.reference classic --level officer --games 20 --opponent hard --out DIR

The reference program is the Debian package `triplea` (1.9.0.0.7062), never changed and no part of this repository. Its
"hard" and "fast" players run in a process of their own (`Opponent.java`, compiled on first use) on a board that is
written from our data (`scenario`). Before every phase of their turns the process is told the position as our engine
has it; its orders come back, are put into our terms (`wishes`) and given to our engine like anybody's.

The parts, on Debian 12, without installing anything (see `parts`):

    mkdir -p ~/.cache/sandtable-reference && cd ~/.cache/sandtable-reference
    apt-get download triplea libandroid-json-java libcommons-codec-java libcommons-io-java libcommons-logging-java \\
        libcommons-math3-java libflamingo-java libguava-java libhttpclient-java libhttpcore-java libjbcrypt-java \\
        liblaf-plugin-java liblaf-widget-java libmail-java libtrident-java libyaml-snake-java substance
    for package in *.deb; do dpkg-deb -x $package .; done

and a JDK (`openjdk-17-jdk-headless`).
"""
