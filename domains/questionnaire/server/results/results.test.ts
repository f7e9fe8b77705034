import type { InputOf } from '@kaopei/contract'
import { filesModule, temporaryBlobs } from '@kaopei/files/server'
import { download } from '@kaopei/jobs/contract/download'
import { jobsModule } from '@kaopei/jobs/server'
import { arrangePeople } from '@kaopei/org/testing'
import { type TestActor, World } from '@kaopei/server/testing'
import { readXlsx } from '@kaopei/sheet'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Answers } from '../../contract/answers.ts'
import { questionnaireLearn as learn } from '../../contract/learn.ts'
import { questionnaireMenu } from '../../contract/menus.ts'
import { questionnaireResults as results } from '../../contract/results.ts'
import { asked, choose, multiple, optionsOf, single } from '../../contract/rules/made.ts'
import { questionnaireModule } from '../index.ts'
import { publishedQuestionnaire } from '../questionnaire-arrange.ts'

let world: World
beforeAll(async () => {
  world = await World.open([filesModule, jobsModule, questionnaireModule], temporaryBlobs)
})
afterAll(() => world.close())

const definition = asked(
  single('a', 'ab', { isRequired: true }),
  multiple('m', 'xy', {
    options: [...optionsOf('xy'), { id: 'o', text: '其他', takesText: true }],
    showIf: { question: 'a', is: 'anyOf', options: ['a'] },
  }),
  { id: 'n', kind: 'nps', title: '推荐' },
  { id: 'y', kind: 'number', title: '工龄' },
  {
    id: 'g',
    kind: 'matrixRating',
    title: '评分',
    rows: [
      { id: 'r', text: '食堂' },
      { id: 's', text: '班车' },
    ],
  },
  { id: 'k', kind: 'ranking', title: '排序', options: optionsOf('pq') },
  { id: 't', kind: 'text', title: '建议' },
)

const sheets: Answers[] = [
  {
    ...{ a: choose('a'), m: { choices: ['x', 'o'], texts: { o: '=1+1' } }, n: 10, y: 2, g: { rows: { r: 5, s: 1 } } },
    ...{ k: { order: ['p', 'q'] }, t: '=HYPERLINK("http://x")' },
  },
  { a: choose('a'), m: choose('x', 'y'), n: 9, y: 4, k: { order: ['q', 'p'] }, t: '多开课' },
  { a: choose('a'), n: 7, y: 6 },
  { a: choose('b'), n: 0, m: choose('x'), g: { rows: { r: 3 } } },
]

async function answered(name = '培训反馈') {
  const admin = await world.actor()
  const { companyId } = admin
  const departmentId = '01890000-0000-7000-8000-00000000000a'
  await world.rows(
    `insert into org.department (company_id, id, name, path) values ($1, $2, '生产部', $3) on conflict do nothing`,
    [companyId, departmentId, '/a/'],
  )
  const ids = await arrangePeople(
    world,
    companyId,
    sheets.map((_, place) => ({ name: `员工${place + 1}`, departmentId: place < 2 ? departmentId : null })),
  )
  const staff: TestActor[] = []
  for (const staffId of ids) staff.push(await world.actor({ companyId, staffId, rights: [] }))
  const id = await publishedQuestionnaire(world, admin, { definition, name })
  for (const [place, person] of staff.entries())
    await world.as(person).get(learn.submit, { questionnaireId: id, answers: { ...sheets[place] } })
  return { admin, id, departmentId, ids }
}

test('each question is counted over those who saw it', async () => {
  const { admin, id, departmentId } = await answered()
  const as = world.as(admin)
  const { figures, sheetCount } = await as.get(results.statistics, { id })
  expect(sheetCount).toBe(4)
  const of = (elementId: string) => figures.find((figure) => figure.elementId === elementId)
  expect(of('a')).toMatchObject({
    seenCount: 4,
    cells: [
      { count: 3, percent: 75 },
      { count: 1, percent: 25 },
    ],
  })
  // The fourth did not see it: what was sent for it counts nowhere.
  expect(of('m')).toMatchObject({
    ...{ seenCount: 3, answeredCount: 2 },
    cells: [{ count: 2, percent: 66.7 }, { count: 1 }, { count: 1, text: '其他' }],
  })
  expect(of('n')?.nps).toEqual({ score: 25, promoters: 2, passives: 1, detractors: 1 })
  expect(of('y')?.measure).toMatchObject({ mean: 4, min: 2, max: 6 })
  expect(of('y')?.measure?.deviation).toBeCloseTo(Math.sqrt(8 / 3))
  expect(of('g')?.rows).toMatchObject([
    { answeredCount: 2, measure: { mean: 4, deviation: 1 } },
    { answeredCount: 1, measure: { mean: 1, deviation: 0 } },
  ])
  expect(of('k')?.places).toMatchObject([{ meanPlace: 1.5, count: 2 }, { meanPlace: 1.5 }])
  expect(await as.get(results.statistics, { id, answered: [{ question: 'm', options: ['y'] }] })).toMatchObject({ sheetCount: 1 })
  expect(await as.get(results.statistics, { id, departmentIds: [departmentId] })).toMatchObject({ sheetCount: 2 })
  const days = { startDate: '2020-01-01', endDate: '2020-01-02' }
  expect(await as.get(results.statistics, { id, ...days })).toMatchObject({ sheetCount: 0 })
})

test('tables of two questions, and of departments', async () => {
  const { admin, id, departmentId } = await answered()
  const as = world.as(admin)
  const table = await as.get(results.crossTable, { id, rows: { question: 'a' }, columns: { question: 'm' } })
  expect(table).toMatchObject({
    ...{
      total: 4,
      counts: [
        [2, 1, 1],
        [0, 0, 0],
      ],
    },
    rows: [
      { key: 'a', total: 3 },
      { key: 'b', total: 1 },
    ],
    columns: [{ total: 2 }, { total: 1 }, { total: 1 }],
  })
  const byDepartment = await as.get(results.crossTable, { id, rows: { by: 'department' }, columns: { question: 'a' } })
  const place = byDepartment.rows.findIndex(({ key }) => key === departmentId)
  expect(byDepartment.rows[place]).toMatchObject({ label: '生产部', total: 2 })
  expect(byDepartment.counts[place]).toEqual([2, 0])
  expect(await as.call(results.crossTable, { id, rows: { question: 't' }, columns: { question: 'a' } })).toMatchObject({
    code: 3191,
  })
})

test('single sheets and texts, within the data scope alone', async () => {
  const { admin, id, departmentId, ids } = await answered()
  const as = world.as(admin)
  expect(await as.get(results.answers, { id, keyWords: '员工', departmentId })).toMatchObject({ totalCount: 2 })
  const page = await as.get(results.answers, { id, keyWords: '员工1' })
  expect(page).toMatchObject({ totalCount: 1, dataList: [{ name: '员工1', department: '生产部', state: 1 }] })
  const sheet = await as.get(results.answer, { id, sheetId: page.dataList[0]?.id ?? '' })
  expect(sheet.answers.n).toBe(10)
  const texts = await as.get(results.texts, { id, question: 'm' })
  expect(texts.dataList).toMatchObject([{ text: '=1+1', staffName: '员工1' }])
  expect(await as.get(results.texts, { id, question: 't', keyWords: '开课' })).toMatchObject({ totalCount: 1 })
  expect(await as.call(results.texts, { id, question: 'n' })).toMatchObject({ code: 3190 })
  const scopes = { questionnaire: { kind: 'some' as const, departmentIds: [], subtreeIds: [], ownStaffId: ids[3] ?? null } }
  const rights = [questionnaireMenu.rights.results]
  const narrow = world.as(await world.actor({ companyId: admin.companyId, rights, scopes }))
  expect(await narrow.get(results.answers, { id })).toMatchObject({ totalCount: 1, dataList: [{ name: '员工4' }] })
  expect(await narrow.get(results.statistics, { id })).toMatchObject({ sheetCount: 1 })
  expect(await narrow.call(results.answer, { id, sheetId: page.dataList[0]?.id ?? '' })).toMatchObject({ code: 1008 })
})

const exported = async (actor: TestActor, wish: InputOf<typeof results.export>) => {
  const { jobId } = await world.as(actor).get(results.export, wish)
  await world.runJobs()
  const { fileUrl } = await world.as(actor).get(download.link, { id: jobId })
  return world.app.inject({ url: fileUrl })
}
const fileOf = async (...asked: Parameters<typeof exported>) => (await exported(...asked)).rawPayload

async function linesOf(bytes: Buffer): Promise<string[][]> {
  const lines = []
  for await (const { cells } of readXlsx(bytes)) lines.push(cells.map(({ text }) => text))
  return lines
}

test('the workbook has words or codes, and texts in it run nowhere', async () => {
  const { admin, id } = await answered()
  const [head = [], ...lines] = await linesOf(await fileOf(admin, { id }))
  expect(head.slice(6)).toEqual([
    'Q1 题 a',
    'Q2 题 m',
    'Q3 推荐',
    'Q4 工龄',
    'Q5 评分：食堂',
    'Q5 评分：班车',
    'Q6 排序',
    'Q7 建议',
  ])
  const first = lines.find((line) => line[1] === '员工1')
  expect(first?.slice(6)).toEqual([
    ...['选项 a', '选项 x、其他：=1+1', '10', '2', '5', '1'],
    ...['选项 p > 选项 q', '=HYPERLINK("http://x")'],
  ])
  const coded = await linesOf(await fileOf(admin, { id, isCoded: true }))
  expect(coded[0]?.slice(6, 11)).toEqual([
    'Q1 题 a',
    'Q2 题 m：选项 x',
    'Q2 题 m：选项 y',
    'Q2 题 m：其他',
    'Q2 题 m：其他（内容）',
  ])
  expect(coded.find((line) => line[1] === '员工1')?.slice(6, 10)).toEqual(['1', '1', '0', '1'])
  const text = (await fileOf(admin, { id, format: 'csv' })).toString('utf8')
  expect(text).toContain("'=HYPERLINK")
  expect(text).not.toMatch(/(^|,)"?=/m)
})

test('the workbook is of the sheets that the filters beside it leave, and of the data scope', async () => {
  const { admin, id, departmentId, ids } = await answered()
  const names = async (wish: object, actor = admin) =>
    (await linesOf(await fileOf(actor, { id, ...wish }))).slice(1).map((line) => line[1])
  expect((await names({ answered: [{ question: 'm', options: ['x'] }] })).toSorted()).toEqual(['员工1', '员工2'])
  expect(await names({ answered: [{ question: 'm', options: ['x'] }], keyWords: '2' })).toEqual(['员工2'])
  expect((await names({ departmentIds: [departmentId], state: 1 })).toSorted()).toEqual(['员工1', '员工2'])
  expect(await world.as(admin).call(results.export, { id, endDate: '2020-01-01' })).toMatchObject({ code: 3193 })
  const scopes = { questionnaire: { kind: 'some' as const, departmentIds: [], subtreeIds: [], ownStaffId: ids[3] ?? null } }
  const rights = [questionnaireMenu.rights.results, questionnaireMenu.rights.export]
  const narrow = await world.actor({ companyId: admin.companyId, isAdmin: false, rights, scopes })
  expect(await names({}, narrow)).toEqual(['员工4'])
})

test('the workbook is in the order of the list, the newest first', async () => {
  const { admin, id } = await answered()
  // As they were handed in, not as they were written down.
  const hours = { 员工1: 3, 员工2: 9, 员工3: 1, 员工4: 5 }
  for (const [name, hour] of Object.entries(hours))
    await world.rows(
      `update questionnaire.response r set submitted_at = '2026-11-01T00:00:00Z'::timestamptz + make_interval(hours => $3)
       where r.questionnaire_id = $1 and r.staff_id = (select p.id from org.person p where p.company_id = r.company_id and p.name = $2)`,
      [id, name, hour],
    )
  const { dataList } = await world.as(admin).get(results.answers, { id })
  expect(dataList.map(({ name }) => name)).toEqual(['员工2', '员工4', '员工1', '员工3'])
  const [, ...lines] = await linesOf(await fileOf(admin, { id }))
  expect(lines.map(([number, name]) => `${number} ${name}`)).toEqual(['1 员工2', '2 员工4', '3 员工1', '4 员工3'])
})

test('script and formulas in a name stay words: in the file, its name and its header', async () => {
  const name = '=1+1<script>alert(1)</script>/../a"b'
  const { admin, id } = await answered(name)
  const { headers, rawPayload } = await exported(admin, { id })
  const said = String(headers['content-disposition'])
  expect(said).toMatch(/^attachment; filename="[^"/\\<>]*"; filename\*=UTF-8''[^/<>"]*$/)
  expect(headers['x-content-type-options']).toBe('nosniff')
  expect(await linesOf(rawPayload)).toHaveLength(5)
  const { dataList } = await world.as(admin).get(download.list, {})
  expect(dataList[0]?.fileName).toMatch(/^[^/\\<>"]+-答卷\.xlsx$/)
})
