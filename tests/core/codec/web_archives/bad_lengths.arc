filedesc://x.arc 192.0.2.1 20240203040506 text/plain 70
1 0 A crawler
URL IP-address Archive-date Content-type Archive-length

http://example.org/a.ttl 192.0.2.1 20240203040506 text/turtle -1
HTTP/1.1 200 OK
Content-Type: text/turtle; charset=utf-8

<a> <b> "c" .

http://example.org/b.ttl 192.0.2.1 20240203040506 text/turtle 300
HTTP/1.1 200 OK
Content-Type: text/turtle; charset=utf-8

<a> <b> "c" .

http://example.org/a.ttl 192.0.2.1 20240203040506 text/turtle abc
HTTP/1.1 200 OK
Content-Type: text/turtle; charset=utf-8

<a> <b> "c" .

http://example.org/b.ttl 192.0.2.1 20240203040506 text/turtle 40
HTTP/1.1 200 OK
Content-Type: text/turtle; charset=utf-8

<a> <b> "c" .

http://example.org/a.ttl 192.0.2.1 20240203040506 text/turtle 75
HTTP/1.1 200 OK
Content-Type: text/turtle; charset=utf-8

<a> <b> "c" .

