import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { temporaryBlobs } from '@kaopei/files/server'
import { jobsModule } from '@kaopei/jobs/server'
import { arrangePeople } from '@kaopei/org/testing'
import { type TestActor, World } from '@kaopei/server/testing'
import { shareModule } from '@kaopei/share/server'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { appointment, appointmentPeople } from '../../../contract/appointment.ts'
import { raterRole } from '../../../contract/codes.ts'
import { basisText, groupText, qualityWords, type Report, reportNotice } from '../../../contract/report.ts'
import { evaluationResult } from '../../../contract/result.ts'
import { answerAll, openAppointment, publishedScale, shortDefinition } from '../../evaluation-arrange.ts'
import { evaluationModule } from '../../index.ts'
import { radarSvg } from './radar-svg.ts'

let world: World
let admin: TestActor
let people: TestActor[]
const folder = mkdtempSync(join(tmpdir(), 'kaopei-report-'))
beforeAll(async () => {
  world = await World.open([jobsModule, shareModule, evaluationModule], temporaryBlobs)
})
afterAll(async () => {
  rmSync(folder, { recursive: true })
  await world.close()
})
// A company of its own.
beforeEach(async () => {
  admin = await world.actor()
  const { companyId } = admin
  const ids = await arrangePeople(
    world,
    companyId,
    ['欧阳明·买买提', '评价人甲', '评价人乙', '评价人丙', '上级'].map((name) => ({ name })),
  )
  people = await Promise.all(ids.map((staffId) => world.actor({ companyId, staffId, rights: [] })))
})
const person = (at: number) => people[at] ?? admin

/** What a reader takes out of the file, which has to be whole: poppler says nothing against it. */
async function printed(evaluationResultId: string): Promise<{ text: string; report: Report }> {
  const as = world.as(admin)
  const { jobId } = await as.get(evaluationResult.download, { evaluationResultId })
  await world.runJobs()
  const [object] = await world.rows<{ key: string }>(
    'select o.key from jobs.background_job j join files.object o on o.id = j.file_id where j.id = $1',
    [jobId],
  )
  const path = join(folder, 'report.pdf')
  const chunks: Buffer[] = []
  for await (const chunk of await world.services.blobs.open(object?.key ?? '')) chunks.push(Buffer.from(chunk))
  writeFileSync(path, Buffer.concat(chunks))
  const { stdout, stderr, status } = spawnSync('pdftotext', ['-layout', path, '-'], { encoding: 'utf8' })
  expect([status, stderr]).toEqual([0, ''])
  const { report } = await as.get(evaluationResult.detail, { evaluationResultId })
  return { text: stdout, report }
}

/** The line of the table that says these, one after the other. */
const lineOf = (...cells: (string | number | null | undefined)[]) =>
  new RegExp(`^\\s*${cells.map((cell) => String(cell ?? '-').replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('\\s+')}\\s*$`, 'm')
const plain = (text: string) => text.replace(/\s/g, '')

test('personality: each dimension stands with the page’s figures, words and norm', async () => {
  const figure = { mean: 9, sd: 2.5, percentile: 'normal' as const }
  const norms = [
    {
      ...{ id: 'n', name: '行业常模', n: 320, date: '2026-01-01', source: '某处' },
      dimensions: { a: figure, b: { ...figure, sd: 0 } },
    },
  ]
  const [first, ...others] = shortDefinition.dimensions ?? []
  if (!first) throw new Error('it has dimensions')
  const facets = [{ id: 'f', name: '甲之一', items: [{ item: 'q1' }] }]
  const dimensions = [{ ...first, items: first.items?.slice(1) ?? [], facets: ['f'] }, ...others]
  const scaleId = await publishedScale(world, admin, {
    name: '性格量表',
    definition: { ...shortDefinition, dimensions, facets, norms },
  })
  const as = world.as(admin)
  const { id } = await as.get(appointment.save, { name: '性格', scaleId, normKey: 'n' })
  await as.get(appointmentPeople.add, { id, staffIds: [person(0).staffId] })
  await as.get(appointment.open, { id })
  const { text, report } = await printed((await answerAll(world, person(0), [4, 3, 0, 2, 1, 3])) ?? '')
  expect(report.dimensions).toMatchObject([{ raw: 14, compared: { t: 70, stanine: 9, percentile: 97.72 } }, { raw: 7 }])
  for (const { name, itemCount, mean, raw, min, max, compared, band } of report.dimensions) {
    const { t, stanine, sten, percentile, n } = compared ?? {}
    expect(text).toMatch(lineOf(name, itemCount, mean, `${raw}（${min}–${max}）`, t, stanine, sten, percentile, n, band?.label))
  }
  for (const one of report.dimensions) expect(plain(text)).toContain(plain(`比较的依据：${basisText(report.norm, one)}`))
  expect(plain(text)).toContain('比较的依据：行业常模没有差异，不能比较')
  for (const { name, raw, mean } of report.dimensions.flatMap(({ facets }) => facets))
    expect(plain(text)).toContain(`${name}：原始分${raw}，均分${mean}`)
  expect(report.quality).toHaveLength(5)
  for (const { sign, value, limit } of report.quality)
    expect(text).toMatch(
      new RegExp(
        `${lineOf(qualityWords[sign].title, value === null ? null : Math.round(value * 100) / 100, limit).source.slice(0, -4)}`,
        'm',
      ),
    )
  for (const said of ['欧阳明·买买提', '行业常模，n=320，2026-01-01', '高的解释', '甲：较高', reportNotice])
    expect(plain(text)).toContain(plain(said))
})

/** The result of a closed 360°: three peers, one superior and the person have answered. */
async function rounded(): Promise<string> {
  const scaleId = await publishedScale(world, admin, { name: '管理量表', kind: 2 })
  const { staffId } = person(0)
  const id = await openAppointment(world, admin, { name: '管理', scaleId, mode: 2, staffIds: [staffId] })
  const as = world.as(admin)
  await as.get(appointmentPeople.addRaters, {
    id,
    staffId,
    role: raterRole.peer,
    raterStaffIds: [1, 2, 3].map((at) => person(at).staffId),
  })
  await as.get(appointmentPeople.addRaters, { id, staffId, role: raterRole.superior, raterStaffIds: [person(4).staffId] })
  for (const at of [1, 2, 3]) await answerAll(world, person(at), [3, 3, 1, 2, 3, at])
  await answerAll(world, person(4), [0, 0, 4, 0, 0, 4])
  await answerAll(world, person(0), [4, 4, 0, 4, 4, 0])
  await as.get(appointment.close, { id })
  const [row] = (await as.get(evaluationResult.list, { keyWords: '管理' })).dataList
  return row?.evaluationResultId ?? ''
}

test('360°: shown groups and the self view stand there, a small group has no figure, and behaviours have both', async () => {
  const { text, report } = await printed(await rounded())
  for (const { name, itemCount, mean, raw, min, max, selfMean, groups, band } of report.dimensions)
    expect(text).toMatch(
      lineOf(name, itemCount, mean, `${raw}（${min}–${max}）`, selfMean, ...groups.map(groupText), band?.label),
    )
  for (const { dimensionId, text: words, mean, self } of report.items)
    expect(text).toMatch(lineOf(report.dimensions.find((one) => one.id === dimensionId)?.name, words, mean, self))
  expect(plain(text)).toContain('同级3人')
  expect(plain(text)).toContain('上级不足3人')
  expect(plain(text)).not.toContain('上级（1）')
})

test('the drawing of a 360° has what others say and what the person says, told apart without colour', async () => {
  const evaluationResultId = await rounded()
  const { report } = await world.as(admin).get(evaluationResult.detail, { evaluationResultId })
  const [first] = report.dimensions
  if (!first) throw new Error('it has dimensions')
  const three = { ...report, dimensions: [first, first, first] }
  expect(radarSvg(three)).toContain('自评')
  expect(radarSvg(three).match(/stroke-dasharray/g)).toHaveLength(2)
  expect(radarSvg({ ...three, dimensions: three.dimensions.map((one) => ({ ...one, selfMean: null })) })).not.toContain('自评')
})
