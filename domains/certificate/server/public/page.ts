/** The page that tells anybody whether a certificate is genuine: made whole by the server, small, without anything of the console. */
import { createHash } from 'node:crypto'
import { certificateStanding, standingOf } from '../../contract/codes.ts'
import { maskedName } from '../rules/masked-name.ts'
import { pageScript } from './page.script.ts'
import { pageStyle } from './page.style.ts'
import type { Shown } from './shown.sql.ts'

const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

/** Nothing but the page's own script and style runs; what somebody drops on it never leaves the browser. */
export const pagePolicy = [
  "default-src 'none'",
  `script-src ${hashOf(pageScript)}`,
  `style-src ${hashOf(pageStyle)}`,
  "img-src 'self' data:",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

interface Verdict {
  readonly tone: 'good' | 'warn' | 'bad' | 'none'
  readonly title: string
  readonly note: string
}

const verdicts: Readonly<Record<number, Verdict>> = {
  [certificateStanding.valid]: { tone: 'good', title: '有效', note: '该证书由以下单位颁发，目前有效。' },
  [certificateStanding.expired]: { tone: 'warn', title: '已过期', note: '该证书由以下单位颁发，是真实的；它的有效期已过。' },
  [certificateStanding.revoked]: { tone: 'bad', title: '已撤销', note: '该证书曾由以下单位颁发，现已撤销，不再有效。' },
  [certificateStanding.superseded]: { tone: 'warn', title: '已更换', note: '该证书已由颁发单位换发新的证书，请查看新证书。' },
}

const nothing: Verdict = {
  tone: 'none',
  title: '没有找到证书',
  note: '没有与该验证码对应的证书。请核对证书上的验证码，或重新扫描二维码。',
}

/** Unknown and malformed codes get the very same page. */
export function verificationPage(shown: Shown | undefined, now: Date): string {
  if (!shown) return document(nothing, [], '')
  const { number, holderName, facts, sha256 } = shown
  const rows = [
    ['持证人', maskedName(holderName)],
    ['证书编号', number],
    ['颁发单位', facts.company ?? ''],
    ['依据', facts.source ?? ''],
    ['签发日期', facts.issuedOn ?? ''],
    ['有效期至', facts.validUntil ?? ''],
  ] as const
  const verdict = verdicts[standingOf(shown, now)] ?? nothing
  return document(
    verdict,
    rows.filter(([, value]) => value !== ''),
    sha256 ?? '',
  )
}

export const busyPage = (): string => document({ tone: 'none', title: '查询过于频繁', note: '请稍等一分钟后再试。' }, [], '')

const signs: Readonly<Record<Verdict['tone'], string>> = { good: '✓', warn: '!', bad: '✕', none: '?' }

function document({ tone, title, note }: Verdict, rows: readonly (readonly [string, string])[], sha256: string): string {
  const facts = rows.map(([label, value]) => `<div><dt>${label}</dt><dd>${escaped(value)}</dd></div>`).join('')
  return `<!doctype html>
<html lang="zh-CN">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<link rel="icon" href="data:,">
<title>证书验证：${title}</title>
<style>${pageStyle}</style>
</head>
<body>
<main>
<h1>证书验证</h1>
<section class="verdict ${tone}" aria-label="验证结果"><span class="sign" aria-hidden="true">${signs[tone]}</span><div><h2>${title}</h2><p>${note}</p></div></section>
${facts === '' ? '' : `<dl>${facts}</dl>`}
<section class="file" aria-label="核对文件" data-sha256="${sha256}">
<h2>核对证书文件</h2>
<p>选择或拖入 PDF，核对它是否由颁发单位生成且未被改动。文件只在您的设备上计算，不会上传。</p>
<label class="drop"><input type="file" accept="application/pdf,.pdf"><span>选择 PDF 文件，或拖到这里</span></label>
<p class="answer" role="status"></p>
</section>
</main>
<script>${pageScript}</script>
</body>
</html>`
}

function escaped(text: string): string {
  const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
  return text.replace(/[&<>"']/g, (sign) => entities[sign] ?? sign)
}
