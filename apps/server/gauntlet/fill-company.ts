/** A company with something in every table: realistic where a factory makes it, made from the catalog elsewhere. */
import { randomBytes, randomUUID } from 'node:crypto'
import { arrangeCourse } from '@kaopei/course/testing'
import type { World } from '@kaopei/server/testing'
import { examToMark } from '../../../domains/marking/server/factories.ts'
import type { Column, RoomTable } from './company-tables.ts'

export interface FilledCompany {
  readonly id: string
  /** Column or table name → ids of this company; `examId` finds those of `exam_id`, `org.staff` those of its rows. */
  readonly idsByName: ReadonlyMap<string, readonly string[]>
  /** Tables in which no row could be made. */
  readonly empty: readonly string[]
}

/** `mark` stands in every text of the company, and may stand in no answer to anybody else. */
export async function fillCompany(world: World, tables: readonly RoomTable[], mark: string): Promise<FilledCompany> {
  const companyId = await world.company(`${mark}公司`)
  await examToMark(world, { companyId, sittings: [{ name: `${mark}张三` }, { name: `${mark}李四`, essay: null }] })
  await arrangeCourse(world, companyId, { name: `${mark}课程`, chapters: [[{ title: `${mark}任务` }, {}]] })
  // Internal ones are their employee's row: no catalog tells that.
  await world.rows(`insert into instructor.instructor (company_id, origin, name) values ($1, 2, '${mark}讲师')`, [companyId])
  const own = tables.filter(({ isCompanyTable }) => isCompanyTable)
  // Of tables that refer to each other one comes before what it needs: it is tried again.
  const ordered = inOrderOfReference(own)
  for (const table of [...ordered, ...ordered]) await makeRow(world, table, { companyId, mark })
  // A path is made of ids, which no catalog tells.
  await world.rows(`update org.department set path = '/' || id || '/' where company_id = $1 and path not like '/%'`, [companyId])
  await world.rows(
    `update courseware.courseware c set version_id = coalesce(c.version_id, v.id), latest_id = coalesce(c.latest_id, v.id)
     from courseware.version v where c.company_id = $1 and v.company_id = $1 and v.courseware_id = c.id`,
    [companyId],
  )
  await world.rows(
    `update evaluation.scale s set published_id = v.id, status = 1, removed_at = null
     from evaluation.scale_version v where s.company_id = $1 and v.company_id = $1 and v.scale_id = s.id`,
    [companyId],
  )
  for (const name of ['evaluation.appointment', 'evaluation.post_assessment', 'training.project'])
    await world.rows(`update ${name} set removed_at = null where company_id = $1`, [companyId])
  for (const table of own) await markTexts(world, table, { companyId, mark })
  const empty: string[] = []
  for (const { name } of own) if (!(await hasRow(world, name, companyId))) empty.push(name)
  return { id: companyId, idsByName: await collectIds(world, own, companyId), empty }
}

interface Filling {
  readonly companyId: string
  readonly mark: string
}

/** Who is referred to comes first; tables that refer to each other stay in the catalog's order. */
function inOrderOfReference(tables: readonly RoomTable[]): RoomTable[] {
  const done: RoomTable[] = []
  const visit = (table: RoomTable, above: readonly string[]): void => {
    if (done.includes(table) || above.includes(table.name)) return
    for (const { target } of table.foreignKeys) {
      const referred = tables.find(({ name }) => name === target)
      if (referred) visit(referred, [...above, table.name])
    }
    done.push(table)
  }
  for (const table of tables) visit(table, [])
  return done
}

async function hasRow(world: World, name: string, companyId: string): Promise<boolean> {
  return (await world.rows(`select 1 from ${name} where company_id = $1 limit 1`, [companyId])).length > 0
}

/** Checks of tables are not read: small numbers, then none of what may be null, are tried until a row is taken. */
async function makeRow(world: World, table: RoomTable, { companyId, mark }: Filling): Promise<void> {
  if (await hasRow(world, table.name, companyId)) return
  const referred = await referredValues(world, table, companyId)
  for (const isSparse of [false, true]) {
    for (const number of [1, 0, 2, 3, 7]) {
      const values = new Map<string, unknown>([
        ...plainValues(table, { number, isSparse, mark }),
        ...referred,
        ['company_id', companyId],
      ])
      const names = [...values.keys()]
      const places = names.map((_, index) => `$${index + 1}`)
      const text = `insert into ${table.name} (${names.join(', ')}) values (${places.join(', ')})`
      const isMade = await world.rows(text, [...values.values()]).then(
        () => true,
        () => false,
      )
      if (isMade) return
    }
  }
}

async function referredValues(world: World, table: RoomTable, companyId: string): Promise<Map<string, unknown>> {
  const values = new Map<string, unknown>()
  for (const { columns, target, targetColumns } of table.foreignKeys) {
    if (target === table.name || !targetColumns.includes('company_id')) continue
    const [row] = await world.rows(`select ${targetColumns.join(', ')} from ${target} where company_id = $1 limit 1`, [companyId])
    if (!row) continue
    columns.forEach((column, index) => {
      if (!values.has(column)) values.set(column, row[targetColumns[index] ?? ''])
    })
  }
  return values
}

/** A report of one dimension: whoever reads one parses it, and exports show its department. */
const plainReport = JSON.stringify({
  ...{
    scoringVersion: 1,
    scaleName: '量表',
    kind: 3,
    versionNumber: 1,
    information: '',
    source: '',
    personName: '某人',
    departmentName: '=1+1',
  },
  ...{ appointmentName: '测评', answeredAt: '2026-01-01T00:00:00.000Z', norm: null, totalCount: null },
  ...{ quality: [], groups: [], items: [] },
  dimensions: [
    {
      ...{ id: 'd', name: '维度', description: '', itemCount: 1, answeredCount: 1, min: 1, max: 5, raw: 3, mean: 3 },
      ...{ compared: null, band: null, facets: [], selfMean: null, groups: [] },
    },
  ],
})

/** A report for a post: its department is a formula, as in every other. */
const plainPostReport = JSON.stringify({
  ...{ assessmentName: '岗位测评', purpose: '', postName: '岗位', personName: '某人', departmentName: '=1+1', textsNumber: 0 },
  ...{ knowledge: { state: 4, name: '通识', exam: null, band: null }, skill: null, personality: null, fit: null },
})
const plainBands = [{ from: 0, label: '档', text: '评语' }]

/** Texts with a form of their own. */
const formed: Readonly<Record<string, () => string>> = {
  'certificate.certificate.code': () => randomBytes(8).toString('hex').toUpperCase(),
  'certificate.document.sha256': () => randomBytes(32).toString('hex'),
  'certificate.glyph.character': () => '字',
  'certificate.issue_rule.number_pattern': () => 'AQ-{year}-{seq:4}',
  'certificate.template_version.layout': () =>
    '{"width":210,"height":297,"pages":[{"backgroundId":null,"boxes":[]}],"skills":[]}',
  'certificate.refusal.characters': () => '{字}',
  'collect.staff_value.value': () => '"已填写"',
  'course.audience.scope': () => 'null',
  'evaluation.answer.kind': () => 'save',
  'evaluation.sitting.consent': () => '{"versionNumber":1,"purpose":"","readers":"","retentionMonths":1}',
  'evaluation.result.report': () => plainReport,
  'evaluation.post_result.report': () => plainPostReport,
  'evaluation.post_result.facts': () => '[]',
  'evaluation.post_result.verdict': () => 'none',
  'evaluation.post_text.content': () => JSON.stringify({ knowledge: plainBands, skill: plainBands, fit: plainBands }),
  'exam.candidate_policy.font_percent': () => '100',
  'instructor.booking.end_at': () => new Date(Date.now() + 3_600_000).toISOString(),
  'instructor.file_alert.days': () => '30',
  'instructor.promotion.from_level': () => '1',
  'instructor.promotion.to_level': () => '2',
  'instructor.rating.aspects': () => '[]',
  'instructor.time_range.end_at': () => new Date(Date.now() + 3_600_000).toISOString(),
  'instructor.week_hours.to_minute': () => '600',
  'practice.audience.scope': () => 'null',
  'proctoring.mark.abnormal_type': () => '5',
  'proctoring.rebuilding.differences': () => '[]',
  'proctoring.device_trial.checks': () => '[]',
  'training.audience.scope': () => 'null',
  'training.session.end_at': () => new Date(Date.now() + 3_600_000).toISOString(),
  'practice.memory.before_move': () => 'null',
  'practice.answer.answer': () => '{"type":1,"optionId":null}',
  'platform.consumption.kind': () => 'exam',
  'result.news.kind': () => 'out',
  'venue.place.code': () => randomBytes(16).toString('base64url'),
  'venue.seat_map.rows': () => '[]',
  'venue.seat_map.layouts': () => '[]',
  'messaging.template_revision.action': () => 'modify',
  'skill.department_level.counts': () => '{0,0,1,0,0}',
  'share.short_link.code': () => randomUUID().replaceAll('-', '').slice(0, 11),
  'share.short_link.origin_url': () => '/home',
}

function plainValues(
  { name: table, columns }: RoomTable,
  wish: { number: number; isSparse: boolean; mark: string },
): Map<string, unknown> {
  const wanted = columns.filter(({ isNullable, hasDefault }) => !hasDefault && (!isNullable || !wish.isSparse))
  return new Map(wanted.map((column) => [column.name, formed[`${table}.${column.name}`]?.() ?? plainValue(column, wish)]))
}

function plainValue({ type, word }: Column, { number, mark }: { number: number; mark: string }): unknown {
  if (word !== null) return word
  if (type.endsWith('[]')) return []
  if (type === 'uuid') return randomUUID()
  if (/^(smallint|integer|bigint|numeric|double precision)$/.test(type)) return number
  if (/^timestamp/.test(type)) return new Date()
  if (type === 'date') return '2026-01-01'
  if (type === 'boolean') return true
  if (/^jsonb?$/.test(type)) return '{}'
  if (type === 'bytea') return Buffer.from('x')
  if (type === 'inet') return '127.0.0.1'
  return `${mark}${randomUUID().slice(0, 8)}`
}

const spoken = /^(name|title|subject|body|information|comment|descript|stem_text|file_name|reason|phone|email|job_number)$/

/** Rows of factories get the mark too; a text that may not hold it keeps its own. */
async function markTexts(world: World, { name, columns }: RoomTable, { companyId, mark }: Filling): Promise<void> {
  for (const column of columns.filter(({ name: column, type }) => type === 'text' && spoken.test(column))) {
    const text = `update ${name} set ${column.name} = ${column.name} || '${mark}'
      where company_id = $1 and ${column.name} is not null and strpos(${column.name}, '${mark}') = 0`
    await world.rows(text, [companyId]).catch(() => undefined)
  }
}

async function collectIds(world: World, tables: readonly RoomTable[], companyId: string): Promise<Map<string, string[]>> {
  const found = new Map<string, Set<string>>()
  for (const { name, columns } of tables) {
    for (const column of columns) {
      if (column.type !== 'uuid' || column.name === 'company_id') continue
      const key = column.name === 'id' ? name : column.name
      const rows = await world.rows<{ id: string }>(
        `select distinct ${column.name} as id from ${name} where company_id = $1 and ${column.name} is not null limit 3`,
        [companyId],
      )
      const ids = found.get(key) ?? new Set()
      for (const { id } of rows) ids.add(id)
      found.set(key, ids)
    }
  }
  return new Map([...found].map(([key, ids]) => [key, [...ids].slice(0, 3)]))
}
