// @vitest-environment jsdom
import { expect, test } from 'vitest'
import { cleanHtml, htmlOfText } from './clean-html.ts'

const keep = (address: string) => (address.startsWith('/files/keep/') ? address : undefined)
const parsed = (html: string) => new DOMParser().parseFromString(`<body>${html}</body>`, 'text/html')
const clean = (html: string) => cleanHtml(html, keep).html

test('what authors may use stays', () => {
  const html =
    '<p><strong>粗</strong><em>斜</em><u>下</u><s>删</s><span style="color:#ff0000">红</span><code>x &lt; 1</code></p><pre><code class="language-python">print(1)</code></pre>'
  expect(clean(html)).toBe(html)
  expect(clean('甲{{b1}}乙')).toBe('甲{{b1}}乙')
  expect(clean('<p>{{b1}} 与 {{b2}}</p>')).toBe('<p>{{b1}} 与 {{b2}}</p>')
})

test('paragraphs of other makers become ours, their looks go', () => {
  expect(clean('<div class="x" style="position:fixed">一</div><h1>二</h1>')).toBe('<p>一</p><p>二</p>')
  expect(clean('<span style="color:#123456;background:url(/x)">三</span>')).toBe('<span style="color:#123456">三</span>')
  expect(clean('<table><tr><td>四</td></tr></table>')).toBe('<p>四</p>')
})

test('pictures are our own files or none', () => {
  const own = '/files/keep/0190aaaa-0000-7000-8000-000000000000'
  expect(cleanHtml(`<img src="${own}" alt="图" onerror="x()" width="20">`, keep)).toEqual({
    html: `<img src="${own}" alt="图" width="20" />`,
    refusedPictures: 0,
  })
  for (const src of [
    'https://example.com/a.png',
    '//example.com/a.png',
    'data:image/png;base64,AAAA',
    'javascript:alert(1)',
    '/api/x',
    '',
  ])
    expect(cleanHtml(`<p>图<img src="${src}"></p>`, keep)).toEqual({ html: '<p>图</p>', refusedPictures: 1 })
})

const corpus = [
  '<script>alert(1)</script>',
  '<scr<script>ipt>alert(1)</scr</script>ipt>',
  '<img src=x onerror=alert(1)>',
  '<img src="/files/keep/x" onload="alert(1)">',
  '<svg onload=alert(1)>',
  '<svg><script>alert(1)</script></svg>',
  '<svg><a xlink:href="javascript:alert(1)"><text>x</text></a></svg>',
  '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;">',
  '<math><annotation-xml encoding="text/html"><script>alert(1)</script></annotation-xml></math>',
  '<iframe srcdoc="<script>alert(1)</script>"></iframe>',
  '<iframe src="javascript:alert(1)">',
  '<a href="javascript:alert(1)">x</a>',
  '<a href="jav&#x09;ascript:alert(1)">x</a>',
  '<form action="javascript:alert(1)"><button>x</button></form>',
  '<button formaction="javascript:alert(1)">x</button>',
  '<details open ontoggle=alert(1)>',
  '<video><source onerror=alert(1)></video>',
  '<audio src=x onerror=alert(1)>',
  '<body onload=alert(1)>',
  '<input autofocus onfocus=alert(1)>',
  '<select autofocus onfocus=alert(1)><option>x</option></select>',
  '<textarea autofocus onfocus=alert(1)>x</textarea>',
  '<object data="javascript:alert(1)"></object>',
  '<embed src="javascript:alert(1)">',
  '<link rel=stylesheet href="javascript:alert(1)">',
  '<base href="javascript:alert(1)//">',
  '<meta http-equiv="refresh" content="0;url=javascript:alert(1)">',
  '<style>@import "javascript:alert(1)"</style>',
  '<p style="background:url(javascript:alert(1))">x</p>',
  '<span style="color:expression(alert(1))">x</span>',
  '<span style="color:red;xss:expression(alert(1))">x</span>',
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>">',
  '<template><img src=x onerror=alert(1)></template>',
  '<xmp><p title="</xmp><img src=x onerror=alert(1)>">',
  '<plaintext><img src=x onerror=alert(1)>',
  '<p><img src="`x`" onerror="`alert(1)`"></p>',
  '<code onclick=alert(1)>x</code>',
  '<code class="language-x onclick">x</code>',
  '<span style="color:#fff" onmouseover=alert(1)>x</span>',
  '<<img src=x onerror=alert(1)>',
  '<img/src=x/onerror=alert(1)>',
  '<img src=x onerror\u0000=alert(1)>',
  '"><img src=x onerror=alert(1)>',
  '&lt;img src=x onerror=alert(1)&gt;',
  '<!--<img src="--><img src=x onerror=alert(1)//">',
  '<![CDATA[<img src=x onerror=alert(1)>]]>',
  '<?xml version="1.0"?><script>alert(1)</script>',
  '<isindex action=javascript:alert(1) type=image>',
  '<marquee onstart=alert(1)>x</marquee>',
  '<img srcset="x 1x, javascript:alert(1) 2x">',
]

test.each(corpus)('nothing runs: %s', (attack) => {
  const once = clean(attack)
  const document = parsed(once)
  for (const element of document.body.querySelectorAll('*')) {
    expect(['P', 'BR', 'STRONG', 'B', 'EM', 'I', 'U', 'S', 'DEL', 'STRIKE', 'SPAN', 'CODE', 'PRE', 'IMG']).toContain(
      element.tagName,
    )
    for (const { name, value } of element.attributes) {
      expect(['src', 'alt', 'width', 'height', 'style', 'class']).toContain(name)
      expect(value).not.toMatch(/script|expression|url\(/i)
    }
  }
  expect(clean(once)).toBe(once)
})

test.each(corpus)('as plain text it is only read: %s', (attack) => {
  const document = parsed(htmlOfText(attack))
  expect([...document.body.querySelectorAll('*')]).toEqual([])
  expect(document.body.textContent).toBe(attack.replaceAll('\u0000', ''))
})
