import { execFileSync } from 'node:child_process'
import { get } from 'node:http'
import { certificate } from '@kaopei/certificate/contract/certificate'
import type { Box } from '@kaopei/certificate/contract/layout'
import { portrait } from '@kaopei/certificate/contract/portrait'
import { rule } from '@kaopei/certificate/contract/rule'
import { template } from '@kaopei/certificate/contract/template'
import { untilEnded } from './background-work.ts'
import { type Company, makeCompany } from './company.ts'
import { cpuOfTree, peakMemoryMb } from './cpu.ts'
import { atLeast, atMost, type Figure, percentile, raw } from './figure.ts'
import type { Ground, Part, Piece } from './ground.ts'
import { RawClient } from './raw-client.ts'
import { sendFile } from './send-file.ts'
import { addStaff } from './training-data.ts'

const people = 10_000
const printed = 1000
const looks = 4000
const looksASecond = 200

type Print = (figure: Figure) => void

/** 10,000 certificates issued to a company at once; 1,000 of them as one file for paper; anybody looks at their pages, 200 a second. */
export const certificates: Piece = {
  name: 'certificates',
  run: async (ground, print) => {
    const company = await makeCompany(ground)
    await addStaff(ground, company, people)
    const server = await ground.start('server')
    const client = await RawClient.open(server.port)
    const ruleId = await makeRule(client, company)
    await issueAll(ground, { client, server }, { company, ruleId }, print)
    const worker = await ground.start('worker')
    await printOne(ground, { client, worker }, company, print)
    await worker.stop()
    await look(ground, server, company, print)
    const another = await ground.start('worker')
    await printWithPhotos(ground, { client, server, worker: another }, company, print)
    client.close()
    await server.stop()
    await another.stop()
  },
}

async function makeRule(
  client: RawClient,
  { admin }: Company,
  { name = '安全证', withPhoto = false }: { readonly name?: string; readonly withPhoto?: boolean } = {},
): Promise<string> {
  const made = await client.get(admin, template.create, { name: `${name}模板`, width: 297, height: 210 })
  const { id } = made.data
  const { layout, version } = (await client.get(admin, template.detail, { id })).data
  const photo: Box = { id: 'photo', kind: 'portrait', x: 30, y: 60, width: 25, height: 35 }
  const pages = layout.pages.map((page) => ({ ...page, boxes: withPhoto ? [...page.boxes, photo] : page.boxes }))
  const saved = await client.get(admin, template.save, { id, version, name: `${name}模板`, layout: { ...layout, pages } })
  await client.get(admin, template.publish, { id, version: saved.data.version })
  const wish = {
    name,
    templateId: id,
    kind: 'hand' as const,
    numberPattern: `${withPhoto ? 'ZP' : 'AQ'}-{year}-{seq:6}`,
    validityMonths: 24,
  }
  return (await client.get(admin, rule.create, wish)).data.id
}

interface Asked {
  readonly company: Company
  readonly ruleId: string
}

async function issueAll(
  ground: Ground,
  { client, server }: { client: RawClient; server: Part },
  { company, ruleId }: Asked,
  print: Print,
): Promise<void> {
  const everybody = { staffIds: [], departmentIds: [], filters: [{ filter: {}, exceptIds: [] }] }
  const { result, cpuMs } = await ground.cpuDuring([server], () =>
    client.get(company.admin, certificate.issue, { ruleId, ...everybody, source: '年度安全考核', score: '92.5' }),
  )
  const { issuedCount } = result.data
  if (issuedCount < people) throw new Error(`only ${issuedCount} were issued`)
  print(atLeast('certificates: 10,000 issued, numbers, rows and codes', issuedCount / (result.ms / 1000), 'a second', 2000))
  print(raw('certificates: CPU of one, server and database', cpuMs / issuedCount, 'CPU-ms'))
}

async function printOne(
  ground: Ground,
  { client, worker }: { client: RawClient; worker: Part },
  { id, admin }: Company,
  print: Print,
): Promise<void> {
  const ids = (
    await ground.rows<{ id: string }>('select id from certificate.certificate where company_id = $1 limit $2', [id, printed])
  ).map((row) => row.id)
  const before = cpuOfTree(worker.pid)
  const { data } = await client.get(admin, certificate.print, { ids })
  const { seconds } = await untilEnded(ground, data.jobId)
  print(atMost('certificates: a print file of 1,000', seconds, 's', 10))
  print(raw('certificates: its CPU, worker and press', (cpuOfTree(worker.pid) - before) / 1000, 'CPU-s'))
  print(atMost('certificates: peak memory of the worker', peakMemoryMb(worker.pid), 'MiB', 300))
}

const photosACall = 8
const photos = printed

/** As many as before, each with a photo of its own: 90 KB each, as phones' photos are once made smaller. */
async function printWithPhotos(
  ground: Ground,
  { client, server, worker }: { client: RawClient; server: Part; worker: Part },
  company: Company,
  print: Print,
): Promise<void> {
  const { admin } = company
  const ruleId = await makeRule(client, company, { name: '带照片', withPhoto: true })
  const photo = madePhoto()
  const numbers = Array.from({ length: photos }, (_, at) => at + 1)
  for (let from = 0; from < photos; from += photosACall) {
    const fileIds: string[] = []
    for (const number of numbers.slice(from, from + photosACall)) {
      const sent = { port: server.port, name: `GH${number}.jpg`, purpose: 'portrait' as const, file: photo(number) }
      fileIds.push(await sendFile(client, company, sent))
    }
    await client.get(admin, portrait.saveMany, { fileIds })
  }
  const people = await ground.rows<{ id: string }>('select staff_id as id from org.portrait where company_id = $1 limit $2', [
    company.id,
    printed,
  ])
  const wish = { ruleId, staffIds: people.map(({ id }) => id), departmentIds: [], filters: [], source: '年度安全考核' }
  await client.get(admin, certificate.issue, wish)
  const { data } = await client.get(admin, certificate.print, { ruleId })
  const { seconds } = await untilEnded(ground, data.jobId)
  print(atMost('certificates: a print file of 1,000 with photos of 90 KB', seconds, 's', 10))
  print(atMost('certificates: peak memory of the worker, with photos', peakMemoryMb(worker.pid), 'MiB', 300))
}

/** One picture; with a comment of its own each is another file. */
function madePhoto(): (number: number) => Buffer {
  const source = ['-f', 'lavfi', '-i', 'testsrc2=size=600x840', '-vf', 'noise=alls=22:allf=t', '-frames:v', '1', '-q:v', '9']
  const made = execFileSync('ffmpeg', ['-v', 'error', ...source, '-f', 'mjpeg', '-'])
  return (number) => {
    const comment = Buffer.from(String(number).padStart(8, '0'))
    return Buffer.concat([made.subarray(0, 2), Buffer.from([0xff, 0xfe, 0, comment.length + 2]), comment, made.subarray(2)])
  }
}

/** Looks come from two hundred networks: one alone may not look so often. */
async function look(ground: Ground, server: Part, { id }: Company, print: Print): Promise<void> {
  const codes = await ground.rows<{ code: string }>('select code from certificate.certificate where company_id = $1 limit $2', [
    id,
    looks,
  ])
  const times: number[] = []
  let largest = 0
  const begun = performance.now()
  const { cpuMs } = await ground.cpuDuring([server], () =>
    Promise.all(
      codes.map(async ({ code }, at) => {
        await new Promise((resolve) => setTimeout(resolve, (at * 1000) / looksASecond))
        const { ms, bytes } = await page(server.port, code, at)
        times.push(ms)
        largest = Math.max(largest, bytes)
      }),
    ),
  )
  print(raw('certificates: pages looked at', codes.length / ((performance.now() - begun) / 1000), 'a second'))
  print(atMost('certificates: a verification page, p95', percentile(times, 0.95), 'ms', 50))
  print(atMost('certificates: a verification page', largest / 1024, 'KiB', 30))
  print(raw('certificates: CPU of a page, server and database', cpuMs / codes.length, 'CPU-ms'))
}

function page(port: number, code: string, at: number): Promise<{ ms: number; bytes: number }> {
  const localAddress = `127.${1 + (at % 200)}.${1 + (at % 50)}.1`
  const begun = performance.now()
  return new Promise((resolve, reject) => {
    const request = get({ host: '127.0.0.1', port, path: `/certificate/${code}`, localAddress }, (answer) => {
      let bytes = 0
      answer.on('data', (chunk: Buffer) => {
        bytes += chunk.length
      })
      answer.on('end', () => {
        const ms = performance.now() - begun
        if (answer.statusCode === 200) resolve({ ms, bytes })
        else reject(new Error(`the page answered ${answer.statusCode}`))
      })
    })
    request.on('error', reject)
  })
}
