package sanitizetest

// Vectors are known ways of getting a script into a page.
var Vectors = []string{
	`<script>alert(1)</script>`, `<SCRIPT SRC=//x.co/a.js></SCRIPT>`, `<scr<script>ipt>alert(1)</scr</script>ipt>`, `<<script>script>alert(1)</script>`,
	`<img src=x onerror=alert(1)>`, `<img src=x onerror=alert(1)//`, `<img/src="x"/onerror=alert(1)>`, "<img\tsrc=x\nonerror=alert(1)>",
	`<svg/onload=alert(1)>`, `<svg><script>alert(1)</script></svg>`, `<svg><animate onbegin=alert(1) attributeName=x dur=1s>`,
	`<svg><a xlink:href="javascript:alert(1)"><text y=1em>x</text></a></svg>`, `<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;">`,
	`<math href="javascript:alert(1)">x</math>`, `<iframe srcdoc="<script>alert(1)</script>">`, `<iframe src=javascript:alert(1)>`,
	`<a href="jav&#x09;ascript:alert(1)">x</a>`, `<a href="&#106;avascript&colon;alert(1)">x</a>`, `<a href='data:text/html,<script>alert(1)</script>'>x</a>`,
	`<form><button formaction=javascript:alert(1)>x`, `<input autofocus onfocus=alert(1)>`, `<body onload=alert(1)>`, `<video><source onerror=alert(1)>`,
	`<details open ontoggle=alert(1)>`, `<object data=javascript:alert(1)>`, `<embed src=javascript:alert(1)>`, `<base href=javascript:alert(1)//>`,
	`<link rel=stylesheet href=//x.co>`, `<style>@import '//x.co';</style>`, `<meta http-equiv=refresh content="0;url=javascript:alert(1)">`,
	`<xss onafterscriptexecute=alert(1)><script>1</script>`, `<x tabindex=1 onfocus=alert(1)>`, `<a<b onclick=alert(1)>x`, `<x a=">" onclick=alert(1)>`,
	`<noscript><p title="</noscript><img src=x onerror=alert(1)>">`, `<!--><img src=x onerror=alert(1)>-->`, `<!-- --!><img src=x onerror=alert(1)>`,
	`<title><img src=x onerror=alert(1)></title>`, `<textarea></textarea><img src=x onerror=alert(1)>`, `<plaintext><img src=x onerror=alert(1)>`,
	"<scr\x00ipt>alert(1)</scr\x00ipt>", "<\u202escript>alert(1)</script>", `<?xml version="1.0"?><x:script xmlns:x="http://www.w3.org/1999/xhtml">alert(1)</x:script>`,
	`<![CDATA[<img src=x onerror=alert(1)>]]>`, `"><img src=x onerror=alert(1)>`, `'-alert(1)-'`, `</p><img src=x onerror=alert(1)>`, `<b><i><u>x</u></i></b>`,
}
