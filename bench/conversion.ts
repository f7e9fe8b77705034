import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'
import { courseware } from '@kaopei/courseware/contract/courseware'
import { ZipFile } from 'yazl'
import { type Company, makeCompany } from './company.ts'
import { cpuBelow, cpuOf, cpuOfTree, peakMemoryMb } from './cpu.ts'
import { atMost, type Figure, raw } from './figure.ts'
import type { Ground, Part, Piece } from './ground.ts'
import { RawClient } from './raw-client.ts'
import { sendFile } from './send-file.ts'

const filmSeconds = 60
const slides = 50
const [packageFiles, packageMegabytes] = [10_000, 500]
const timeoutMs = 20 * 60_000

interface Scene {
  readonly ground: Ground
  readonly server: Part
  readonly worker: Part
  readonly company: Company
  readonly folder: string
  readonly print: (figure: Figure) => void
}

/** What a worker makes of a film, of slides and of a large package; each through upload, queue and converter. */
export const conversion: Piece = {
  name: 'conversion',
  run: async (ground, print) => {
    const folder = join(ground.folder, 'uploads')
    mkdirSync(folder)
    const company = await makeCompany(ground)
    const [server, worker] = [await ground.start('server'), await ground.start('worker')]
    const scene: Scene = { ground, server, worker, company, folder, print }
    await largePackage(scene)
    await film(scene)
    await copiedFilm(scene)
    await fiftySlides(scene)
    await server.stop()
    await worker.stop()
  },
}

/** A courseware of this file, whose conversion waits from now on; answers its version. */
export async function addCourseware(
  { server, company }: Pick<Scene, 'server' | 'company'>,
  name: string,
  file: Buffer,
): Promise<string> {
  // One of its own: between two uploads it would be idle longer than the server keeps it.
  const client = await RawClient.open(server.port)
  const fileId = await sendFile(client, company, { port: server.port, name, purpose: 'courseware', file })
  const { data } = await client.get(company.admin, courseware.saveBatch, {
    coursewareList: [{ fileId, title: name, contributor: [{ name: '培训部' }] }],
  })
  client.close()
  const [made] = data.dataList
  if (!made) throw new Error('no courseware was made')
  return made.versionId
}

export async function runOf(ground: Ground, versionId: string): Promise<{ state: string; text: string | null } | undefined> {
  const [run] = await ground.rows<{ state: string; text: string | null }>(
    'select state, failure_text as text from courseware.conversion where version_id = $1',
    [versionId],
  )
  return run
}

/** Processor seconds of the worker with all its programs, until the version is ready. */
async function converted(scene: Scene, name: string, file: Buffer): Promise<number> {
  const { ground, worker } = scene
  const before = cpuOf(worker.pid)
  const seen = new Map<number, number>()
  const versionId = await addCourseware(scene, name, file)
  const until = Date.now() + timeoutMs
  while (Date.now() < until) {
    for (const [id, ms] of cpuBelow(worker.pid)) seen.set(id, ms)
    const run = await runOf(ground, versionId)
    if (run?.state === 'done') return ([...seen.values()].reduce((sum, ms) => sum + ms, 0) - before) / 1000
    if (run?.state === 'failed') throw new Error(`${name}: ${run.text}`)
    await wait(50)
  }
  throw new Error(`${name} was not converted in time`)
}

async function largePackage(scene: Scene): Promise<void> {
  const { server, worker, print } = scene
  const zip = new ZipFile()
  const resource = '<resource identifier="r" type="webcontent" adlcp:scormtype="sco" href="index.html"/>'
  const item =
    '<organizations default="o"><organization identifier="o"><title>课件</title><item identifier="i" identifierref="r"><title>一</title></item></organization></organizations>'
  const head = '<metadata><schema>ADL SCORM</schema><schemaversion>1.2</schemaversion></metadata>'
  const spaces = 'xmlns="http://www.imsproject.org/xsd/imscp_rootv1p1p2" xmlns:adlcp="http://www.adlnet.org/xsd/adlcp_rootv1p2"'
  const manifest = `<?xml version="1.0"?><manifest identifier="m" ${spaces}>${head}${item}<resources>${resource}</resources></manifest>`
  zip.addBuffer(Buffer.from(manifest), 'imsmanifest.xml')
  zip.addBuffer(Buffer.from('<!doctype html><p>课件</p>'), 'index.html')
  const body = Buffer.alloc((packageMegabytes * 1024 * 1024) / packageFiles, 7)
  for (let number = 2; number < packageFiles; number++) zip.addBuffer(body, `assets/${number}.bin`, { compress: false })
  zip.end()
  const file = await buffer(zip.outputStream)
  const cpu = await converted(scene, 'large.zip', file)
  print(atMost('package of 500 MB, 10,000 files: memory of the worker', peakMemoryMb(worker.pid), 'MiB', 250))
  print(atMost('package of 500 MB, 10,000 files: memory of the server', peakMemoryMb(server.pid), 'MiB', 250))
  print(raw('package of 500 MB, 10,000 files: worker', cpu, 'CPU-s'))
}

/** What a process used, waited for or not, of the children of this one. */
function cpuOfCommand(program: string, args: readonly string[]): number {
  const before = cpuOfTree(process.pid)
  const own = process.cpuUsage()
  execFileSync(program, [...args])
  const { user, system } = process.cpuUsage(own)
  return (cpuOfTree(process.pid) - before - (user + system) / 1000) / 1000
}

/** 1080p in a codec that has to be encoded anew; answers its path. */
export function drawFilm(folder: string, seconds: number): string {
  const source = join(folder, 'film.mkv')
  const picture = ['-f', 'lavfi', '-i', `testsrc2=size=1920x1080:rate=25:duration=${seconds}`]
  execFileSync('ffmpeg', ['-v', 'error', '-y', ...picture, '-c:v', 'mpeg4', '-q:v', '4', source])
  return source
}

async function film(scene: Scene): Promise<void> {
  const source = drawFilm(scene.folder, filmSeconds)
  const coded = ['-c:v', 'libx264', '-preset', 'veryfast', '-crf', '23', '-profile:v', 'high', '-g', '100', '-keyint_min', '100']
  const filter =
    '[0:v]split=3[a][b][c];[a]scale=1920:1080,format=yuv420p[x];[b]scale=1280:720,format=yuv420p[y];[c]scale=640:360,format=yuv420p[z]'
  const outputs = [
    ['x', '5500'],
    ['y', '2800'],
    ['z', '900'],
  ].flatMap(([name = '', most = '']) => [
    ...['-map', `[${name}]`, ...coded, '-sc_threshold', '0', '-maxrate', `${most}k`, '-bufsize', `${Number(most) * 2}k`],
    join(scene.folder, `${name}.mp4`),
  ])
  const bare = cpuOfCommand('ffmpeg', ['-v', 'error', '-y', '-i', source, '-filter_complex', filter, ...outputs])
  const ours = await converted(scene, 'film.mkv', readFileSync(source))
  const { print } = scene
  print(atMost('film 1080p in three qualities: per bare ffmpeg', ours / bare, 'x CPU', 1.05))
  print(atMost('film 1080p in three qualities: a second of film', ours / filmSeconds, 'CPU-s', 2))
  print(raw('film 1080p in three qualities: bare ffmpeg', bare / filmSeconds, 'CPU-s'))
}

async function copiedFilm(scene: Scene): Promise<void> {
  const source = join(scene.folder, 'copied.mp4')
  const seconds = 600
  const picture = ['-f', 'lavfi', '-i', `testsrc2=size=640x360:rate=25:duration=${seconds}`]
  const coded = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p', '-g', '100']
  execFileSync('ffmpeg', ['-v', 'error', '-y', ...picture, ...coded, source])
  const ours = await converted(scene, 'copied.mp4', readFileSync(source))
  scene.print(atMost('film that is copied: a second of film', ours / seconds, 'CPU-s', 0.05))
}

async function fiftySlides(scene: Scene): Promise<void> {
  const page = (number: number) =>
    `<draw:page draw:name="p${number}"><draw:frame svg:width="22cm" svg:height="12cm" svg:x="2cm" svg:y="2cm"><draw:text-box>${[
      `第 ${number} 页：安全生产责任制`,
      '坚持安全第一、预防为主、综合治理的方针',
      '作业前确认许可，作业中专人监护，作业后清理现场',
      '发现隐患立即上报，未整改不得恢复作业',
    ]
      .map((line) => `<text:p>${line}</text:p>`)
      .join('')}</draw:text-box></draw:frame></draw:page>`
  const spaces = ['office', 'draw', 'text'].map(
    (name) => `xmlns:${name}="urn:oasis:names:tc:opendocument:xmlns:${name === 'draw' ? 'drawing' : name}:1.0"`,
  )
  const svg = 'xmlns:svg="urn:oasis:names:tc:opendocument:xmlns:svg-compatible:1.0"'
  const body = Array.from({ length: slides }, (_, index) => page(index + 1)).join('')
  const type = 'office:version="1.2" office:mimetype="application/vnd.oasis.opendocument.presentation"'
  const flat = `<?xml version="1.0"?><office:document ${spaces.join(' ')} ${svg} ${type}><office:body><office:presentation>${body}</office:presentation></office:body></office:document>`
  writeFileSync(join(scene.folder, 'slides.fodp'), flat)
  const profile = `-env:UserInstallation=file://${join(scene.folder, 'profile')}`
  execFileSync(
    'soffice',
    [profile, '--headless', '--convert-to', 'pptx', '--outdir', scene.folder, join(scene.folder, 'slides.fodp')],
    {
      stdio: 'ignore',
    },
  )
  const ours = await converted(scene, 'slides.pptx', readFileSync(join(scene.folder, 'slides.pptx')))
  const [made] = await scene.ground.rows<{ count: number }>('select count(*)::int as count from courseware.page')
  if (made?.count !== slides) throw new Error(`${made?.count} pages were made`)
  scene.print(atMost(`${slides} Chinese slides to pictures of their pages`, ours, 'CPU-s', 6))
}
