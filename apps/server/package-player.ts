import { packagePlayerPath } from '@kaopei/courseware/contract/package-messages'
import { isHostOfSite, type PublicUrl } from '@kaopei/server'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** Where packages are run, seen from a page. */
export interface ContentPlace {
  /** Pages of other hosts may not frame what runs there. */
  readonly publicUrl: PublicUrl
  readonly originFor: (protocol: string, hostname: string) => string | undefined
}

export const packagePlayerScript = `${packagePlayerPath}.js`

/**
 * The one page of the product that may show the origin of contents. It holds the frame and hands messages on, both ways: from its own frame on that
 * origin to the page that frames it on ours, and back. Nothing of it is kept in the browser.
 */
export function sendPackagePlayer(
  request: FastifyRequest,
  reply: FastifyReply,
  contents: ContentPlace | undefined,
): FastifyReply {
  const { hostname, protocol } = request
  if (contents && !isHostOfSite(contents.publicUrl, hostname)) return refuse(reply, 421, elsewhere(contents.publicUrl))
  const origin = contents?.originFor(protocol, hostname)
  if (origin === undefined) return refuse(reply, 503, '标准课件暂时不能播放，请联系管理员')
  if (request.url.startsWith(packagePlayerScript)) {
    return reply.header('cache-control', 'no-cache').type('text/javascript; charset=utf-8').send(script)
  }
  const policy = [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'unsafe-inline'",
    `frame-src ${origin}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'self'",
  ]
  return reply
    .header('content-security-policy', policy.join('; '))
    .header('cache-control', 'no-store')
    .type('text/html; charset=utf-8')
    .send(page.replace('__ORIGIN__', origin))
}

function refuse(reply: FastifyReply, status: number, text: string): FastifyReply {
  return reply.code(status).header('cache-control', 'no-store').type('text/plain; charset=utf-8').send(text)
}

function elsewhere({ pattern }: PublicUrl): string {
  return `标准课件只能从系统的正式网址学习，请打开 ${pattern.replace('{company}', '企业域名')} 后重试`
}

// Without allow-modals packages lose their bookmark: `confirm` answers no.
const page = `<!doctype html>
<html lang="zh-CN">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>标准课件</title>
<style>html, body { height: 100%; margin: 0 } iframe { display: block; width: 100%; height: 100%; border: 0 }</style>
</head>
<body data-origin="__ORIGIN__">
<iframe id="content" title="标准课件" allow="fullscreen; autoplay" allowfullscreen
 sandbox="allow-scripts allow-same-origin allow-forms allow-modals allow-popups"></iframe>
<script src="${packagePlayerScript}"></script>
</body>
</html>
`

/** Only a path below /f/ of that origin is opened, whatever the address of this page says. */
const script = `'use strict'
const origin = document.body.dataset.origin
const frame = document.getElementById('content')
const wanted = new URLSearchParams(location.search).get('frame') ?? ''
const address = URL.parse(wanted.startsWith(':') ? location.protocol + '//' + location.hostname + wanted : wanted)
addEventListener('message', (event) => {
  if (event.data?.kaopei !== 'package') return
  if (event.source === frame.contentWindow && event.origin === origin) parent.postMessage(event.data, location.origin)
  else if (event.source === parent && parent !== window && event.origin === location.origin) frame.contentWindow.postMessage(event.data, origin)
})
if (address?.origin === origin && address.pathname.startsWith('/f/')) frame.src = address.href
`
