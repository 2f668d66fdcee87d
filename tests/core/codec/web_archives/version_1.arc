filedesc://x.arc 192.0.2.1 20240203040506 text/plain 70
1 0 A crawler
URL IP-address Archive-date Content-type Archive-length

http://example.org/a.ttl 192.0.2.1 20240203040506 text/turtle 75
HTTP/1.1 200 OK
Content-Type: text/turtle; charset=utf-8

<a> <b> "c" .

http://example.org/missing 192.0.2.1 20240203040506 text/turtle 68
HTTP/1.1 404 Not Found
Content-Type: text/turtle; charset=utf-8


http://example.org/with a space 192.0.2.1 20240203040506 text/turtle 75
HTTP/1.1 200 OK
Content-Type: text/turtle; charset=utf-8

<a> <b> "c" .

http://example.org/old.nt 192.0.2.1 20240203040506 text/plain 14
<a> <b> "c" .

