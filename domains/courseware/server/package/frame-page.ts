import { readFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { join } from 'node:path'
import type { FoundPart } from './entry.sql.ts'

/** The script of the frame, as browsers take it: its types are blanked out. */
export function frameScript(): string {
  return stripTypeScriptTypes(readFileSync(join(import.meta.dirname, 'frame.ts'), 'utf8'))
}

/** What the frame's script reads out of its page. */
export interface FrameFacts {
  readonly standard: '1.2' | '2004'
  readonly src: string
  readonly masteryScore: number | null
  readonly launchData: string
  readonly runTime: Readonly<Record<string, string>>
}

/** The page around a part: the object of SCORM lives in it, where the part's own scripts look for it. */
export function framePage({ standard, title, href, masteryScore, launchData, runTime }: FoundPart, base: string): string {
  const facts: FrameFacts = { standard, src: `${base}${addressOf(href)}`, masteryScore, launchData, runTime }
  return `<!doctype html>
<html lang="zh-CN">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(title)}</title>
<style>html, body { height: 100%; margin: 0; background: #fff } iframe { display: block; width: 100%; height: 100%; border: 0 }</style>
</head>
<body data-facts="${escaped(JSON.stringify(facts))}">
<iframe id="part" title="${escaped(title)}" allow="fullscreen; autoplay" allowfullscreen></iframe>
<script src="/scorm/${standard}.js"></script>
<script src="/scorm/frame.js"></script>
</body>
</html>
`
}

/** Authors write names as they are; an address has its letters escaped, and what is escaped already stays. */
function addressOf(href: string): string {
  const [, path = '', rest = ''] = /^([^?#]*)(.*)$/s.exec(href) ?? []
  const escapedPath = path
    .replace(/^\/+/, '')
    .split('/')
    .map((step) => (/%[0-9a-f]{2}/i.test(step) ? step : encodeURIComponent(step)))
    .join('/')
  return `${escapedPath}${rest}`
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
}
