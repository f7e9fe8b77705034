import { writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { jobsModule } from '@kaopei/jobs/server'
import { arrangePeople } from '@kaopei/org/testing'
import { type TestActor, World } from '@kaopei/server/testing'
import { shareModule } from '@kaopei/share/server'
import { arrangeSkills } from '@kaopei/skill/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { evaluationLearn as learn } from '../../contract/answering.ts'
import { appointment, appointmentPeople } from '../../contract/appointment.ts'
import { definition as definitionShape } from '../../contract/definition.ts'
import { assessmentMenu, libraryResultMenu, postTestMenu } from '../../contract/menus.ts'
import { departmentAnalysis, evaluationResult, scaleStatistics } from '../../contract/result.ts'
import { levelFloors, levelShown } from '../../contract/rules/level-shown.ts'
import { scale } from '../../contract/scale.ts'
import { answerAll, openAppointment, publishedScale, shortDefinition } from '../evaluation-arrange.ts'
import { evaluationModule } from '../index.ts'
import { itemsWorkbook, readItems, withItems } from './items.sheet.ts'
import { shippedScales } from './shipped/index.ts'

let world: World
let admin: TestActor
beforeAll(async () => {
  world = await World.open([jobsModule, shareModule, evaluationModule])
  admin = await world.actor()
})
afterAll(() => world.close())

const facts = { name: '自编量表', kind: 3 as const, licence: '自有', source: '自编' }

test('without licence, source or words of consent nothing is published', async () => {
  const as = world.as(admin)
  const { id } = await as.get(scale.save, { ...facts, licence: '', source: '', definition: { ...shortDefinition, consent: {} } })
  const { faults } = await as.get(scale.checks, { id })
  expect(faults.filter(({ part }) => part === 'facts')).toHaveLength(4)
  expect(await as.call(scale.publish, { id })).toMatchObject({ code: 3600, message: expect.stringContaining('没有填写许可') })
})

test('the editor is told of what does not fit: items of no dimension, bands with holes, tables out of order', async () => {
  const as = world.as(admin)
  const figure = {
    mean: 9,
    sd: 2,
    percentile: 'table' as const,
    table: [
      { raw: 9, percentile: 50 },
      { raw: 5, percentile: 60 },
    ],
  }
  const { id } = await as.get(scale.save, {
    ...facts,
    definition: {
      ...shortDefinition,
      dimensions: [{ id: 'a', name: '甲', items: [{ item: 'q1' }, { item: 'gone' }] }],
      norms: [{ id: 'n', name: '常模', n: 300, date: '2026-01-01', source: '某处', dimensions: { a: figure } }],
      bands: [
        { dimension: 'a', by: 'mean', from: 1, to: 3, label: '低', text: '低' },
        { dimension: 'a', by: 'mean', from: 3.5, to: 5, label: '高', text: '高' },
      ],
    },
  })
  const { faults } = await as.get(scale.checks, { id })
  expect(faults.map(({ message }) => message)).toEqual([
    '“甲”的题目不存在：gone',
    '有 5 题不属于任何维度，例如：题目 2',
    '常模“常模”的对照表应按原始分和百分位从小到大',
    '“甲”的“高”与前一档之间有空缺或重叠',
  ])
})

test('editing a published scale begins the next version; whoever sits goes on with theirs', async () => {
  const as = world.as(admin)
  const [staffId = ''] = await arrangePeople(world, admin.companyId, [{ name: '在答的人' }])
  const person = await world.actor({ companyId: admin.companyId, staffId, rights: [] })
  const id = await publishedScale(world, admin, { kind: 3 })
  await openAppointment(world, admin, { scaleId: id, staffIds: [staffId] })
  const { version, definition } = await as.get(scale.get, { id })
  const items = definition.items.map((item) => ({ ...item, text: `${item.text}（改）` }))
  await as.get(scale.save, { ...facts, id, version, definition: { ...definition, items } })
  expect(await as.get(scale.get, { id })).toMatchObject({ hasDraft: true, versionNumber: 2, publishedNumber: 1 })
  await as.get(scale.publish, { id })
  const raterId = (await world.as(person).get(learn.mine, {})).dataList[0]?.raterId ?? ''
  const { sheet } = await world
    .as(person)
    .get(learn.begin, { raterId, device: 'browser-aaaaaaaa:tab-1', consentVersion: 1, retentionMonths: 24 })
  expect(sheet?.items[0]?.text).toBe('题目 1')
  expect(await as.call(scale.save, { ...facts, kind: 4, id, version: version + 2 })).toMatchObject({ code: 3610 })
  expect(await as.call(scale.remove, { id })).toMatchObject({ code: 3603 })
})

test('a withdrawn scale takes no further appointment, a shipped one is there once', async () => {
  const as = world.as(admin)
  const { id } = await as.get(scale.addShipped, { key: 'ipip50' })
  expect(await as.call(scale.addShipped, { key: 'ipip50' })).toMatchObject({ code: 3604 })
  expect(await as.get(scale.shipped)).toMatchObject([
    { isAdded: true, itemCount: 50 },
    { isAdded: false, itemCount: 30 },
  ])
  await as.get(scale.withdraw, { id })
  expect(await as.call(appointment.save, { name: '新的', scaleId: id })).toMatchObject({ code: 3621 })
  await as.get(scale.restore, { id })
  expect(await as.call(appointment.save, { name: '新的', scaleId: id, normKey: 'none' })).toMatchObject({ code: 3622 })
  expect(await as.call(appointment.save, { name: '新的', scaleId: id })).toMatchObject({ code: 0 })
})

test('a scale goes out as one file and comes in again the same', async () => {
  const as = world.as(admin)
  const { id } = await as.get(scale.importFile, { file: shippedScales.manager30 })
  const { body } = await as.raw(scale.exportFile, { id })
  expect(JSON.parse(body)).toEqual(shippedScales.manager30)
  expect(await as.call(scale.importFile, { file: { name: '别的', kind: 1, format: 'other/1' } as never })).toMatchObject({
    code: 1001,
  })
})

test('a dimension leads to a skill: judged where it is saved, gone with its dimension, by name in the file', async () => {
  const as = world.as(admin)
  const [skillId = ''] = await arrangeSkills(world, admin.companyId, ['钳工基础'])
  const [foreign = ''] = await arrangeSkills(world, (await world.actor()).companyId, ['外单位'])
  const one = { dimension: 'a', skillId, level: 3 }
  const refused = (skillMap: object[]) =>
    as.call(scale.save, { ...facts, definition: shortDefinition, skillMap: skillMap as (typeof one)[] })
  expect(await refused([{ ...one, skillId: foreign }])).toMatchObject({ code: 3611 })
  expect(await refused([{ ...one, dimension: 'zz' }])).toMatchObject({
    code: 3612,
    message: '技能对应的维度不存在：zz，请重新选择',
  })
  expect(await refused([one, one])).toMatchObject({ code: 3612, message: '“甲”重复对应了同一技能，请删除一行' })
  const empty = await refused([{ ...one, skillId: '' }])
  expect([empty.code, JSON.stringify(empty.data)]).toEqual([1001, expect.stringContaining('请选择技能')])
  expect(JSON.stringify((await refused([{ ...one, level: 6 }])).data)).toContain('级别为 1 到 5')
  const { id } = await as.get(scale.save, { ...facts, definition: shortDefinition, skillMap: [one] })
  expect((await as.get(scale.get, { id })).skillMap).toEqual([one])
  const file = JSON.parse((await as.raw(scale.exportFile, { id })).body)
  expect(file.skills).toEqual([{ dimension: 'a', skill: '钳工基础', level: 3 }])
  const again = await as.get(scale.importFile, { file })
  expect([again.unknownSkills, (await as.get(scale.get, { id: again.id })).skillMap]).toEqual([[], [one]])
  const elsewhere = await world.as(await world.actor()).get(scale.importFile, { file })
  expect(elsewhere.unknownSkills).toEqual(['钳工基础'])
  // Personality leads to none.
  const { id: other } = await as.get(scale.save, { ...facts, kind: 1, definition: shortDefinition, skillMap: [one] })
  expect((await as.get(scale.get, { id: other })).skillMap).toEqual([])
})

test.each([
  [
    3,
    { min: 3, max: 15 },
    [
      { level: 3, raw: 12.6 },
      { level: 2, raw: 10.2 },
    ],
  ],
  [1, { min: 0, max: 10 }, [{ level: 1, raw: 8 }]],
  [
    5,
    { min: 10, max: 50 },
    [
      { level: 5, raw: 42 },
      { level: 4, raw: 34 },
    ],
  ],
])('up to level %i of %j: from %j on', (level, range, floors) => {
  expect(levelFloors(level, range)).toEqual(floors)
  for (const floor of floors) {
    expect(levelShown(level, { ...range, raw: floor.raw })).toBe(floor.level)
    expect(levelShown(level, { ...range, raw: floor.raw - 0.01 })).not.toBe(floor.level)
  }
})

test('items go through a workbook and keep dimensions, facets, directions and words', async () => {
  const own = [
    { value: 0, text: '从不；几乎没有' },
    { value: 10, text: '2 次以上' },
  ]
  const before = definitionShape.parse({
    ...shortDefinition,
    items: shortDefinition.items?.map((item, at) => (at === 1 ? { ...item, options: own } : item)),
    facets: [{ id: 'f', name: '分面', items: [{ item: 'q4', isReversed: true }] }],
    dimensions: [
      { id: 'a', name: '甲', description: '甲的说明', items: [{ item: 'q1' }, { item: 'q2' }, { item: 'q3', isReversed: true }] },
      { id: 'b', name: '乙', items: [{ item: 'q5' }, { item: 'q6' }, { item: 'q1' }], facets: ['f'] },
    ],
  })
  const path = join(tmpdir(), `items-${process.pid}.xlsx`)
  await writeFile(path, itemsWorkbook(before))
  const fail = (error: { text: string }, more?: { text?: string }): never => {
    throw new Error(more?.text ?? error.text)
  }
  const rows = await readItems(path, '题目.xlsx', fail)
  const after = withItems(before, rows)
  expect(after.items).toEqual(before.items)
  expect(after.facets).toEqual(before.facets)
  const sorted = (dimensions: typeof after.dimensions) =>
    dimensions.map((one) => ({ ...one, items: [...one.items].sort((x, y) => x.item.localeCompare(y.item)) }))
  expect(sorted(after.dimensions)).toEqual(sorted(before.dimensions))
  expect(after.bands).toEqual(before.bands)
})

test('facets of equal names in two dimensions stay two, the same items in both are one, and each keeps its id', () => {
  const facet = (id: string, ...items: string[]) => ({ id, name: '守时', items: items.map((item) => ({ item })) })
  const dimension = (id: string, ...facets: string[]) => ({ id, name: `维度${id}`, facets })
  const made = (facets: object[], dimensions: object[]) =>
    definitionShape.parse({ ...shortDefinition, bands: [], facets, dimensions })
  const rowsIn = (of: ReturnType<typeof made>) =>
    of.dimensions.flatMap((one) =>
      of.facets
        .filter(({ id }) => one.facets.includes(id))
        .flatMap(({ name, items }) =>
          items.map(({ item, isReversed }) => ({
            ...{ number: item, text: item, dimension: one.name, facet: name, isReversed, options: undefined },
          })),
        ),
    )
  const two = made([facet('f', 'q1', 'q2'), facet('g', 'q3')], [dimension('a', 'f'), dimension('b', 'g')])
  const shared = made([facet('f', 'q1', 'q2')], [dimension('a', 'f'), dimension('b', 'f')])
  for (const before of [two, shared]) {
    const { facets, dimensions } = withItems(before, rowsIn(before))
    expect([facets, dimensions.map(({ facets: ids }) => ids)]).toEqual([
      before.facets,
      before.dimensions.map((one) => one.facets),
    ])
  }
  const renamed = withItems(
    two,
    rowsIn(two).map((row) => (row.dimension === '维度b' ? { ...row, dimension: '改了名' } : row)),
  )
  expect(renamed.dimensions.map(({ facets }) => facets)).toEqual([['f'], ['g']])
})

test('the hundredth person freezes the company’s norm: they keep their means, the next is compared', async () => {
  const { companyId } = admin
  const id = await publishedScale(world, admin, { name: '常模量表', kind: 4 })
  const ids = await arrangePeople(
    world,
    companyId,
    Array.from({ length: 101 }, (_, at) => ({ name: `被测${at}` })),
  )
  const appointmentId = await openAppointment(world, admin, { name: '大家', scaleId: id, staffIds: ids })
  expect(await world.as(admin).call(scale.freezeNorm, { id })).toMatchObject({ code: 3609 })
  // Ninety-nine who have answered before, as rows: through the calls it would be the same for the hundredth time.
  const dimension = (name: string, mean: number) => ({
    ...{ id: name, name, description: '', itemCount: 3, answeredCount: 3, min: 3, max: 15, raw: mean * 3, mean },
    ...{ compared: null, band: null, facets: [], selfMean: null, groups: [] },
  })
  const report = JSON.stringify({ departmentName: null, dimensions: [dimension('a', 3), dimension('b', 3)] })
  await world.rows(
    `insert into evaluation.result (company_id, appointment_id, staff_id, scale_id, scale_version_id, scoring_version, report, raws, state, issued_at, keep_until)
     select $1, $2, x.id, $3, a.scale_version_id, 1, $4::jsonb, jsonb_build_object('a', 3 + x.at % 13, 'b', 9), 0, now(), now() + interval '1 year'
     from unnest($5::uuid[]) with ordinality x (id, at), evaluation.appointment a where a.company_id = $1 and a.id = $2`,
    [companyId, appointmentId, id, report, ids.slice(0, 99)],
  )
  const [hundredth, next] = [
    await world.actor({ companyId, staffId: ids[99] ?? '', rights: [] }),
    await world.actor({ companyId, staffId: ids[100] ?? '', rights: [] }),
  ]
  const before = await answerAll(world, hundredth, [2, 2, 2, 2, 2, 2])
  const own = await world.as(hundredth).get(learn.result, { evaluationResultId: before ?? '' })
  expect(own.report).toMatchObject({ norm: null, dimensions: [{ raw: 9, compared: null }, {}] })
  const frozen = { id, pageSize: 1 }
  expect(await world.as(admin).get(scale.norms, frozen)).toMatchObject({
    totalCount: 1,
    dataList: [{ n: 100, versionNumber: 1 }],
  })
  expect(await world.as(admin).get(scale.norms, { ...frozen, pageIndex: 2 })).toMatchObject({ totalCount: 1, dataList: [] })
  const after = await answerAll(world, next, [4, 4, 0, 2, 3, 2])
  const later = await world.as(next).get(learn.result, { evaluationResultId: after ?? '' })
  expect(later.report).toMatchObject({
    norm: { isOwn: true, n: 100, name: '本企业常模（第 1 版）' },
    dimensions: [
      { raw: 15, compared: { n: 100, percentile: expect.any(Number), stanine: 8 } },
      { raw: 10, compared: { sd: 0, percentile: null, z: null } },
    ],
  })
  expect((await world.as(hundredth).get(learn.result, { evaluationResultId: before ?? '' })).report).toEqual(own.report)
  expect(await world.as(admin).get(scaleStatistics.get, { scaleId: id })).toMatchObject({ personCount: 101, norm: { n: 100 } })
  // A 360° is another kind of figure: it is compared with none of these, and is not among them.
  const [about = ''] = ids
  const raters = await Promise.all(ids.slice(1, 4).map((staffId) => world.actor({ companyId, staffId, rights: [] })))
  const roundId = await openAppointment(world, admin, { name: '一圈', scaleId: id, mode: 2, staffIds: [about] })
  const raterStaffIds = raters.map(({ staffId }) => staffId)
  await world.as(admin).get(appointmentPeople.addRaters, { id: roundId, staffId: about, role: 3, raterStaffIds })
  for (const rater of raters) await answerAll(world, rater, [4, 4, 0, 4, 4, 0], { personName: '被测0' })
  await world.as(admin).get(appointment.close, { id: roundId })
  const [round] = (await world.as(admin).get(evaluationResult.list, { appointmentId: roundId })).dataList
  const { report: said } = await world
    .as(admin)
    .get(evaluationResult.detail, { evaluationResultId: round?.evaluationResultId ?? '' })
  expect(said).toMatchObject({ norm: null, dimensions: [{ raw: 15, compared: null }, {}] })
  expect(await world.as(admin).call(scale.freezeNorm, { id, mode: 2 })).toMatchObject({
    message: expect.stringContaining('现在有 1 人'),
  })
  const own101 = await world.as(admin).get(scaleStatistics.get, { scaleId: id })
  expect(own101).toMatchObject({ mode: 1, hasOther: true, personCount: 101, dimensions: [{ n: 101 }, {}] })
  expect(await world.as(admin).call(scaleStatistics.get, { scaleId: id, mode: 2 })).toMatchObject({ code: 3649 })
  const { rows, total } = await world.as(admin).get(departmentAnalysis.get, { appointmentId })
  expect([rows.reduce((sum, row) => sum + row.n, 0), total.n]).toEqual([101, 101])
})

test('whoever arranges evaluations or reads statistics finds published scales by name, without their items', async () => {
  const { companyId } = admin
  const figure = { mean: 9, sd: 2.5, percentile: 'normal' as const }
  const norms = [{ id: 'n', name: '行业常模', n: 320, date: '2026-01-01', source: '某处', dimensions: { a: figure, b: figure } }]
  const scaleId = await publishedScale(world, admin, { name: '可选的量表', kind: 4, definition: { ...shortDefinition, norms } })
  const goneId = await publishedScale(world, admin, { name: '停用的量表', kind: 4 })
  await world.as(admin).get(scale.withdraw, { id: goneId })
  await world.as(admin).get(scale.save, { name: '没发布的量表', kind: 4, licence: '自有', source: '自编' })
  for (const menu of [assessmentMenu, postTestMenu, libraryResultMenu]) {
    const as = world.as(await world.actor({ companyId, isAdmin: false, rights: [menu.rights.view] }))
    const found = await as.get(scale.choices, { name: '的量表' })
    expect(found).toEqual({
      totalCount: 1,
      dataList: [
        {
          id: scaleId,
          name: '可选的量表',
          kind: 4,
          itemCount: 6,
          norms: [{ id: 'n', name: '行业常模', n: 320, date: '2026-01-01' }],
        },
      ],
    })
    expect((await as.get(scale.choices, { name: '的量表', isWithdrawnToo: true })).dataList.map(({ id }) => id)).toEqual([
      goneId,
      scaleId,
    ])
    expect((await as.get(scale.choices, { scaleId })).totalCount).toBe(1)
    expect((await as.call(scale.get, { id: scaleId })).code).toBe(1002)
  }
  const stranger = world.as(await world.actor({ companyId, isAdmin: false, rights: [] }))
  expect((await stranger.call(scale.choices, {})).code).toBe(1002)
})

test('what a save of a scale does not name stays', async () => {
  const as = world.as(admin)
  const full = { ...facts, information: '简介', retentionMonths: 6, definition: shortDefinition }
  const { id, version } = await as.get(scale.save, full)
  const saved = await as.get(scale.save, { id, version, name: '改名量表', kind: facts.kind })
  const { licence, source, information, retentionMonths } = full
  const kept = { name: '改名量表', licence, source, information, retentionMonths }
  expect(await as.get(scale.get, { id })).toMatchObject(kept)
  await as.get(scale.save, { id, version: saved.version, name: '改名量表', kind: facts.kind, information: '' })
  expect(await as.get(scale.get, { id })).toMatchObject({ ...kept, information: '' })
})
