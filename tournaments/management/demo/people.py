"""Who plays in the demo: names in many scripts and of any length, missing ratings, two who share a family name."""

# Name, rating, club.
Person = tuple[str, int | None, str]

OPEN_PLAYERS: tuple[Person, ...] = (
    ("Søren Østergaard", 2105, "Nørrebro"),
    ("Ingrid Bækgaard Mikkelsen", 2088, "Aarhus"),
    ("佐々木 翔太", 2071, "大阪"),
    ("Maximiliane von Hohenfels-Oberkirchen", 2044, "Hamburg"),
    ("Åse Thorbjørnsdóttir", 2017, "Tórshavn"),
    ("Jens-Christian Præstegaard", 1996, "Odense"),
    ("Mateo Fernández de la Vega", 1988, "Sevilla"),
    ("田中 美咲", 1964, "東京"),
    ("Asbjørn Kjær", 1951, "Nørrebro"),
    ("Zofia Wiśniewska", 1939, "Gdańsk"),
    ("Olúwaṣeun Adébáyọ̀", 1922, "Lagos"),
    ("Karen Margrethe Juul", 1907, "Aarhus"),
    ("Tomáš Dvořáček", 1893, "Brno"),
    ("Nguyễn Thị Minh Châu", 1880, "Odense"),
    ("Frederik Sandø", 1866, "Esbjerg"),
    ("小野寺 健", 1851, "札幌"),
    ("Aurora Lindqvist", 1838, "Malmö"),
    ("Bo Li", 1820, "Malmö"),
    ("Signe Ærøskøbing", 1804, "Nørrebro"),
    ("Виктория Соколова", 1787, "Hamburg"),
    ("Rasmus Yde", 1771, "Esbjerg"),
    ("Giulia Buonaventura", 1755, "Torino"),
    ("Kofi Mensah", 1733, "Accra"),
    ("Mads Holm", 1716, "Odense"),
    ("Lærke Holm", 1702, "Odense"),
    ("渡辺 さくら", 1684, "東京"),
    ("Élodie Saint-Clair", 1660, "Lille"),
    ("Malthe Krogh", 1598, "Aarhus"),
    ("Noor van den Berg", 1544, "Utrecht"),
    ("Dagny Ravnkilde", 2061, "Aarhus"),
    ("Lorenzo Cattaneo", 2033, "Torino"),
    ("Mette-Marie Brøndum", 2002, "Esbjerg"),
    ("Adaeze Nwosu", 1979, "Lagos"),
    ("伊藤 拓海", 1956, "名古屋"),
    ("Henrik Vestergaard", 1944, "Odense"),
    ("Kateryna Shevchenko", 1931, "Kyiv"),
    ("Bastian Feldmann", 1915, "Hamburg"),
    ("Lucía Ibáñez", 1899, "Sevilla"),
    ("Ebbe Nørskov", 1886, "Nørrebro"),
    ("Saoirse Ní Bhriain", 1872, "Galway"),
    ("Piotr Łukasik", 1858, "Gdańsk"),
    ("Trine Damsgaard", 1844, "Aarhus"),
    ("Viggo Lindqvist", 1831, "Malmö"),
    ("Camille Rousseau", 1812, "Lille"),
    ("Jónas Hallgrímsson", 1799, "Tórshavn"),
    ("山口 結衣", 1780, "大阪"),
    ("Oluf Grønbech", 1764, "Odense"),
    ("Zuzana Horáková", 1747, "Brno"),
    ("Tarek Haddad", 1728, "Nørrebro"),
    ("Merete Storgaard", 1711, "Esbjerg"),
    ("Sander Visser", 1696, "Utrecht"),
    ("Petra Kovač", 1671, "Zagreb"),
    ("Aksel Thorup", 1652, "Nørrebro"),
    ("Birgitte Lauge", 1633, "Aarhus"),
    ("Matteo Ricci", 1610, "Torino"),
    ("Sofie Aaby", 1577, "Odense"),
    ("Yusuf Demir", None, "Nørrebro"),
    ("Emil Dam", None, ""),
    ("Freja Dam", None, ""),
)
LATE = ("Ludvig Ravn-Sørensen", 1912, "Esbjerg")
SHOGI_PROGRAMS: tuple[Person, ...] = tuple(
    (name, None, team)
    for name, team in (
        ("Suzukaze", "Kamogawa Lab"),
        ("Golden General", "Kanda"),
        ("Night Train 7", "Ueno Night School"),
        ("銀河", "Aoba Lab"),
        ("Hakuba", "Shinano Club"),
        ("Lighthouse Keeper", "Aarhus"),
        ("Tsubame", "Kamogawa Lab"),
        ("Small Castle", "Odawara"),
        ("飛燕", "Aoba Lab"),
        ("Deep Persimmon", "Kanda"),
        ("Kitsune", "Inari Works"),
        ("Silver Lance", "Odawara"),
        ("Mokuba", "Shinano Club"),
        ("Quiet Move", "Lyon"),
        ("Yamabiko", "Hida Team"),
        ("風車", "Utrecht"),
        ("Promoted Pawn", "Copenhagen"),
        ("Tenkaippin", "Kyoto"),
        ("Anaguma", "Inari Works"),
        ("Left Hand", "Hida Team"),
    )
)
MAGIC_PLAYERS: tuple[Person, ...] = tuple(
    (name, None, "")
    for name in (
        "Laura Ottesen", "Kasper Bach", "Yuki Mori", "Dennis Fuglsang", "Amira Saleh", "Tobias Holst",
        "Nanna Friis", "Oskar Lindberg", "Jasmin Ahmadi", "Steffen Kragh", "Rosa Méndez", "Anders Toft Juhl",
        "Liva Sommer", "Mikolaj Nowak", "Cecilie Brandt", "Haruto Sasaki", "Silas Meldgaard", "Emma Riber",
        "Jonas Kjeldgaard", "Paula Fischer", "Noah Winkel", "Ditte Skaarup",
    )
)  # fmt: skip
GO_PLAYERS: tuple[Person, ...] = tuple(
    (name, rating, club)
    for name, rating, club in (
        ("Ryū Kanazawa", 2450, "Kyoto"),
        ("Helene Aldinger", 2410, "Tübingen"),
        ("Ondřej Sládek", 2380, "Praha"),
        ("Park Ji-woo", 2310, "Seoul"),
        ("Andris Kalniņš", 2230, "Rīga"),
        ("Cristina Dobrescu", 2170, "Braşov"),
        ("Thomas Heuer", 2120, "Hamburg"),
        ("Yael Bronstein", 2060, "Haifa"),
        ("Morten Wiese", 1990, "Odense"),
        ("Alena Vondrová", 1930, "Brno"),
        ("Kai Nystrøm", 1870, "Oslo"),
        ("Beatriz Amaral", 1810, "Porto"),
        ("Lukas Hofer", 1740, "Graz"),
        ("Satu Laine", 1680, "Oulu"),
        ("Ewan Gillespie", 1590, "Dundee"),
        ("Mirjam Postma", 1520, "Leiden"),
        ("Ilias Vlachos", 1430, "Patras"),
        ("Judit Bartha", 1320, "Szeged"),
        ("Oscar Holmqvist", 1190, "Lund"),
        ("Nina Petrović", 1040, "Niš"),
    )
)
DARTS_PLAYERS: tuple[Person, ...] = tuple(
    (name, None, "")
    for name in (
        "Big Ben Hartley", "Conny Dahl", "Ryan Foley", "Sandra Kuiper", "Gaz Whitmore", "Ole Brink", "Tina Marsh",
        "Pavel Hruška", "Dee Okafor", "Mick Doyle", "Jytte Lassen", "Wim de Boer", "Carlos Pinto", "Heidi Kruse",
    )
)  # fmt: skip
KEIZER_PLAYERS: tuple[Person, ...] = tuple(
    (name, rating, "")
    for name, rating in (
        ("Anna Vest", 1850),
        ("Bjarke Toft", 1810),
        ("中村 陽子", 1802),
        ("Dorthe Lund", 1755),
        ("Esben Bro", 1690),
        ("Fatima Haddad", 1680),
        ("Gorm Hede", 1633),
        ("Hanne Skov", 1601),
        ("Iver Balle", 1570),
        ("Johanne Kær", 1544),
        ("Knud Aage Friis", 1502),
        ("Lone Bisgaard", 1466),
        ("Morten Ulv", 1420),
        ("Nete Hauge", None),
    )
)
RIICHI_PLAYERS: tuple[Person, ...] = (
    ("山本 恵子", None, "東京"),
    ("Freja Skovgaard", None, "Copenhagen"),
    ("Łukasz Zieliński", None, "Kraków"),
    ("Anne-Sophie de Villiers", None, "Lyon"),
    ("Bjørn Egeskov", None, "Aarhus"),
    ("高橋 大輔", None, "名古屋"),
    ("Matilde Rosenkrantz-Hjorth", None, "Copenhagen"),
    ("Þorgeir Jónsson", None, "Reykjavík"),
    ("Olena Kovalenko", None, "Kyiv"),
    ("Ida Bo", None, "Odense"),
    ("Jean-Baptiste Moreau", None, "Lyon"),
    ("鈴木 葵", None, "大阪"),
    ("Gustav Ørnfeldt", None, "Malmö"),
    ("Chiara Esposito", None, "Napoli"),
    ("Tuomas Hämäläinen", None, "Tampere"),
    ("Marie-Louise Falk", None, "Aarhus"),
    ("Nikolaj Riis", None, "Odense"),
    ("Eszter Szabó", None, "Budapest"),
    ("Wang Xiaoming", None, "Copenhagen"),
    ("Pernille Gram", None, "Copenhagen"),
    ("Δημήτρης Παππάς", None, "Athens"),
    ("Hugo Lindqvist", None, "Malmö"),
    ("Sanne Dijkstra", None, "Utrecht"),
    ("中島 蓮", None, "札幌"),
)
