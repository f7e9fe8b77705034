import { randomUUID } from 'node:crypto'
import type { Endpoint } from '@kaopei/contract'
import { download } from '@kaopei/jobs/contract/download'
import type { TestActor } from '@kaopei/server/testing'
import { readXlsx } from '@kaopei/sheet'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { FilledCompany } from './fill-company.ts'
import { type FilledGauntlet, openFilled } from './filled-world.ts'
import { administrator } from './gauntlet-world.ts'
import { asRecord, idFieldsOf, validInput, withId } from './sample-input.ts'

// Every export of the product, of a company whose every name is a formula to a spreadsheet.

let gauntlet: FilledGauntlet
beforeAll(async () => {
  gauntlet = await openFilled()
})
afterAll(() => gauntlet.close())

const attacks = ["=cmd|'/C calc'!A0", '+1+1', '-2+3', '@SUM(A1)', '\tx', '＝1+1'] as const
/** What texts of these columns begin with. */
const poisoned = [
  'org.staff.name',
  'org.department.name',
  'usergroup.staff_group.name',
  'usergroup.category.name',
  'kit.operation_log.target_name',
  'kit.operation_log.actor_name',
  'platform.consumption.subject_name',
  'exam.exam.name',
  'certificate.certificate.holder_name',
]

async function openPoisoned() {
  const { world, first: filled } = gauntlet
  const admin = await administrator(world, filled.id)
  const [groupId] = filled.idsByName.get('usergroup.staff_group') ?? []
  await world.rows(
    `insert into usergroup.member (company_id, group_id, staff_id)
     select company_id, $2, id from org.staff where company_id = $1 on conflict do nothing`,
    [filled.id, groupId],
  )
  const [courseId] = filled.idsByName.get('course.course') ?? []
  await world.rows(
    `insert into course.enrolment (company_id, course_id, staff_id)
     select company_id, $2, id from org.staff where company_id = $1 on conflict (company_id, course_id, staff_id) do update set state = 2`,
    [filled.id, courseId],
  )
  await world.rows('update practice.practice set removed_at = null where company_id = $1', [filled.id])
  await world.rows(
    `insert into practice.run (company_id, staff_id, practice_id, mode, time_zone, item_count, answered_count, answer_count, begun_at, last_at, is_left)
     select company_id, id, $2, 2, 'Asia/Shanghai', 1, 1, 1, now(), now(), true from org.staff where company_id = $1`,
    [filled.id, filled.idsByName.get('practice.practice')?.[0]],
  )
  await fillQuestionnaire(filled)
  await fillEvaluation(filled)
  // Everybody has a post that asks for a skill.
  await world.rows(
    `with post as (
       select id from org.post where company_id = $1 and id = $2
     ), versioned as (
       insert into skill.post_model_version (company_id, post_id, number) select $1, id, 1 from post returning company_id, id, post_id
     ), modelled as (
       insert into skill.post_model (company_id, post_id, version_id, number) select company_id, post_id, id, 1 from versioned
     ), asked as (
       insert into skill.post_model_skill (company_id, version_id, skill_id, required_level, weight)
       select v.company_id, v.id, s.id, 3, 1 from versioned v, (select id from skill.skill where company_id = $1 limit 1) s
     )
     update org.staff set post_id = (select id from post) where company_id = $1`,
    [filled.id, filled.idsByName.get('org.post')?.[0]],
  )
  await world.rows(
    `insert into platform.consumption (company_id, kind, subject_id, staff_id, subject_name, at)
     select company_id, 'measurement', subject_id, staff_id, '测评', at from platform.consumption where company_id = $1`,
    [filled.id],
  )
  for (const [index, column] of poisoned.entries()) {
    const [schema, table, name] = column.split('.')
    for (const [turn, attack] of attacks.entries()) {
      await world.rows(
        `update ${schema}.${table} t set ${name} = $2 || ${name} from (
           select ctid, row_number() over () as place from ${schema}.${table} where company_id = $1) x
         where t.ctid = x.ctid and t.company_id = $1 and x.place % ${attacks.length} = $3`,
        [filled.id, attack, (turn + index) % attacks.length],
      )
    }
  }
  return { admin, ...filled }
}

/** Asks one question, which everybody has answered with their name on it. */
async function fillQuestionnaire({ id: companyId, idsByName }: FilledCompany) {
  const [[questionnaireId], [definitionId]] = [
    idsByName.get('questionnaire.questionnaire') ?? [],
    idsByName.get('questionnaire.definition') ?? [],
  ]
  const content = { pages: [{ id: 'p1', elements: [{ id: 'q1', kind: 'text', title: '建议' }] }] }
  const { world } = gauntlet
  const ofThis = [companyId, questionnaireId, definitionId]
  await world.rows('update questionnaire.definition set content = $2 where company_id = $1', [companyId, JSON.stringify(content)])
  await world.rows(
    `update questionnaire.questionnaire set is_anonymous = false, removed_at = null, definition_id = $3, layout = $4 where company_id = $1 and id = $2`,
    [...ofThis, JSON.stringify({ width: 1, slots: [{ element: 'q1', form: 'flag', keys: [], at: 0 }] })],
  )
  await world.rows('delete from questionnaire.response where company_id = $1', [companyId])
  await world.rows(
    `insert into questionnaire.response (company_id, questionnaire_id, definition_id, staff_id, submitted_on, answers, packed)
     select company_id, $2, $3, id, current_date, '{"q1": "=1+1"}', '\\x02' from org.staff where company_id = $1`,
    ofThis,
  )
  await world.rows(
    `with taught as (
       insert into instructor.instructor (company_id, origin, name) values ($1, 2, '=1+1') returning company_id, id
     ), booked as (
       insert into instructor.booking (company_id, instructor_id, begin_at, end_at, title)
       select company_id, id, '2026-01-05T01:00:00Z', '2026-01-05T02:00:00Z', '=1+1' from taught returning company_id, id, instructor_id
     )
     insert into instructor.hour_entry (company_id, instructor_id, booking_id, day, stage, minutes)
     select company_id, instructor_id, id, '2026-01-05', 1, 60 from booked`,
    ofThis.slice(0, 1),
  )
}

/** An archive, and no table. */
const packs = '/api/v1/exam/examination/cheat/exportPack'
/** Everybody has taken the evaluation that the company has, with the report of the one who is in it already. */
async function fillEvaluation({ id: companyId, idsByName }: FilledCompany) {
  const ofThis = [companyId, idsByName.get('evaluation.appointment')?.[0]]
  await gauntlet.world.rows(
    `insert into evaluation.participant (company_id, appointment_id, staff_id)
     select company_id, $2, id from org.staff where company_id = $1 on conflict do nothing`,
    ofThis,
  )
  await gauntlet.world.rows(
    `insert into evaluation.result (company_id, appointment_id, staff_id, scale_id, scale_version_id, scoring_version, report, raws, state, issued_at, keep_until)
     select a.company_id, a.id, s.id, a.scale_id, a.scale_version_id, 1, r.report, r.raws, 0, now(), now()
     from evaluation.appointment a, org.staff s, (select report, raws from evaluation.result where company_id = $1 limit 1) r
     where a.company_id = $1 and a.id = $2 and s.company_id = $1
     on conflict do nothing`,
    ofThis,
  )
}

const isExport = ({ facts }: Endpoint) =>
  /export/i.test(facts.path) && !facts.path.startsWith('/api/v1/download/') && facts.path !== packs
const aliases: Readonly<Record<string, string>> = {
  appointmentId: 'evaluation.appointment',
  courseId: 'course.course',
  examinationId: 'exam.exam',
  groupId: 'usergroup.staff_group',
  postId: 'org.post',
  practiceId: 'practice.practice',
  projectId: 'training.project',
  id: 'usergroup.staff_group',
}

/** What a call wants chosen, although its list opens without. */
const chosen: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  '/api/v1/evaluation/report/exportPostPeople': { postId: randomUUID() },
}

function inputOf(endpoint: Endpoint, ids: ReadonlyMap<string, readonly string[]>): unknown {
  const sample: unknown = { ...asRecord(validInput(endpoint, { isFull: false })), ...chosen[endpoint.facts.path] }
  const isOfQuestionnaire = endpoint.facts.path.startsWith('/api/v1/questionary/')
  const tableOf = (name: string) => (isOfQuestionnaire ? 'questionnaire.questionnaire' : (aliases[name] ?? name))
  return idFieldsOf(sample).reduce((filled, field) => withId(filled, field, ids.get(tableOf(field.name))?.[0] ?? ''), sample)
}

/** The job of an export of everything there is. */
async function startExport(endpoint: Endpoint, admin: TestActor, ids: ReadonlyMap<string, readonly string[]>): Promise<string> {
  const response = await gauntlet.world.as(admin).raw(endpoint, inputOf(endpoint, ids))
  const body: unknown = JSON.parse(response.body)
  const found = JSON.stringify(body).match(/"jobId":"([^"]+)"/)?.[1]
  if (!found) throw new Error(`${endpoint.facts.path} answered ${response.body}`)
  return found
}

async function bytesOf(admin: TestActor, id: string): Promise<Buffer> {
  const { fileUrl } = await gauntlet.world.as(admin).get(download.link, { id })
  return (await gauntlet.world.app.inject({ url: fileUrl })).rawPayload
}

async function expectHarmlessCsv({ facts }: Endpoint, admin: TestActor, jobId: string): Promise<void> {
  const again = await gauntlet.world.as(admin).get(download.exportAgain, { id: jobId, format: 'csv' })
  await gauntlet.world.runJobs()
  const csv = (await bytesOf(admin, again.id)).toString('utf8')
  expect(csv.startsWith('\ufeff'), facts.path).toBe(true)
  const cells = csv.slice(1).split(/[,\r\n]+/)
  expect(
    cells.filter((cell) => /^"?[=+@\t＝]/.test(cell)),
    facts.path,
  ).toEqual([])
}

test('no cell of any export is a formula, in workbooks and in CSV', async () => {
  const { admin, idsByName } = await openPoisoned()
  const exports = gauntlet.endpoints.filter((endpoint) => isExport(endpoint) && !endpoint.facts.download)
  expect(exports.length).toBeGreaterThan(gauntlet.many(5))
  const harmless: string[] = []
  for (const endpoint of exports) {
    const jobId = await startExport(endpoint, admin, idsByName)
    await gauntlet.world.runJobs()
    let dangerous = 0
    const file = await bytesOf(admin, jobId)
    const { sheetNames } = await readXlsx(file).info()
    for (const sheetName of sheetNames)
      for await (const { cells } of readXlsx(file, { sheetName })) {
        for (const { kind, text } of cells) {
          expect(kind, `${endpoint.facts.path}: ${text}`).not.toBe('formula')
          if (/^[=+\-@\t＝]/.test(text)) dangerous++
        }
      }
    if (sheetNames.length === 1) await expectHarmlessCsv(endpoint, admin, jobId)
    if (dangerous === 0) harmless.push(endpoint.facts.path)
  }
  // What is answered at once has no job.
  for (const endpoint of gauntlet.endpoints.filter((one) => isExport(one) && one.facts.download)) {
    const { rawPayload } = await gauntlet.world.as(admin).raw(endpoint, inputOf(endpoint, idsByName))
    for await (const { cells } of readXlsx(rawPayload))
      for (const { kind, text } of cells) expect(kind, `${endpoint.facts.path}: ${text}`).not.toBe('formula')
  }
  // Every export met a name that would have been one.
  expect(harmless).toEqual([])
}, 300_000)
