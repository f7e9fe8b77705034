/** The pictures and films of the demo's supervised exams (apps/server/demo/exam-day/drawn), drawn anew: `node e2e/pictures/draw-exam-day.ts`. Needs ffmpeg. */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { launch } from '../browser.ts'
import { coveredView, deskOf, faceOf, helperView, pageOf, screenOf, stems } from './drawings.ts'

const drawn = join(import.meta.dirname, '..', '..', 'apps', 'server', 'demo', 'exam-day', 'drawn')
const folder = mkdtempSync(join(tmpdir(), 'kaopei-drawn-'))
const browser = await launch()
const page = await browser.newPage({ viewport: { width: 960, height: 540 } })

async function draw(name: string, body: string): Promise<string> {
  await page.setContent(pageOf(body))
  const file = join(folder, `${name}.png`)
  await page.screenshot({ path: file })
  return file
}

const ffmpeg = (...args: string[]) => execFileSync('ffmpeg', ['-loglevel', 'error', '-y', ...args])

function picture(source: string, name: string, width: number, quality: number): void {
  ffmpeg(
    ...['-i', source, '-vf', `scale=${width}:-2:flags=lanczos`],
    ...['-c:v', 'libwebp', '-quality', String(quality), join(drawn, `${name}.webp`)],
  )
}

/** A minute: each drawing for as long as the others, round and round, so many of them. */
function film(
  name: string,
  sources: readonly string[],
  { width, shown, bitrate }: { width: number; shown: number; bitrate: string },
): void {
  const list = Array.from({ length: shown }, (_, at) => `file '${sources[at % sources.length]}'\nduration ${60 / shown}`)
  const script = join(folder, `${name}.txt`)
  writeFileSync(script, `${list.join('\n')}\n`)
  ffmpeg(
    ...['-f', 'concat', '-safe', '0', '-i', script, '-vf', `scale=${width}:-2:flags=lanczos,fps=2`, '-t', '60'],
    ...['-c:v', 'libvpx', '-b:v', bitrate, '-g', '40', '-auto-alt-ref', '0', join(drawn, `${name}.webm`)],
  )
}

const screens: string[] = []
for (const [at, stem] of stems.slice(0, 5).entries()) screens.push(await draw(`screen-${at}`, screenOf(stem, at)))
for (const [at, source] of screens.entries()) {
  picture(source, `screen-${at + 1}`, 800, 45)
  picture(source, `screen-small-${at + 1}`, 240, 45)
}
for (let at = 0; at < 6; at++) picture(await draw(`face-${at}`, faceOf(at)), `face-${at + 1}`, 400, 55)
picture(await draw('helper', helperView()), 'helper', 400, 55)
picture(await draw('covered', coveredView()), 'covered', 400, 55)
film('screen', screens, { width: 640, shown: 5, bitrate: '24k' })
for (const at of [0, 1]) {
  const poses: string[] = []
  for (const [index, move] of [0, 10, 4, -8].entries()) poses.push(await draw(`pose-${at}-${index}`, faceOf(at, move)))
  film(`face-${at + 1}`, poses, { width: 320, shown: 16, bitrate: '10k' })
}
const desks: string[] = []
for (const move of [0, 8, 16]) desks.push(await draw(`desk-${move}`, deskOf(move)))
film('desk', desks, { width: 320, shown: 12, bitrate: '10k' })
await browser.close()
rmSync(folder, { recursive: true })
