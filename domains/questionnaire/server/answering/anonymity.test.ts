import { filesModule, temporaryBlobs } from '@kaopei/files/server'
import { download } from '@kaopei/jobs/contract/download'
import { jobsModule } from '@kaopei/jobs/server'
import { arrangePeople } from '@kaopei/org/testing'
import { logSerializers, type RawServices } from '@kaopei/server'
import { type TestActor, World } from '@kaopei/server/testing'
import { readXlsx } from '@kaopei/sheet'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { Answers } from '../../contract/answers.ts'
import type { DefinitionInput } from '../../contract/definition.ts'
import { questionnaireLearn as learn } from '../../contract/learn.ts'
import { questionnaire } from '../../contract/questionnaire.ts'
import { questionnaireResults as results } from '../../contract/results.ts'
import { asked, choose, single } from '../../contract/rules/made.ts'
import { questionnaireModule } from '../index.ts'
import { answerAnonymously, newSecret, publishedQuestionnaire } from '../questionnaire-arrange.ts'
import { markOf, openSheet } from './sealed-sheet.ts'
import { settleCompany, unopenedSweep } from './settle.ts'

let world: World
/** What the server and its work have written into the log, as in a deployment that writes everything. */
const logged: string[] = []
beforeAll(async () => {
  const log = pino({ level: 'trace', serializers: logSerializers }, { write: (line: string) => void logged.push(line) })
  world = await World.open([filesModule, jobsModule, questionnaireModule], (base) => ({ ...temporaryBlobs(base), log }))
})
afterAll(() => world.close())

const definition = asked(single('a', 'abcd'), { id: 't', kind: 'text', title: '说说' })

async function arrange(count: number, wish: { audienceMode?: 0 } = {}) {
  const admin = await world.actor()
  const { companyId } = admin
  const ids = await arrangePeople(
    world,
    companyId,
    Array.from({ length: count }, (_, place) => ({ name: `员工${place + 1}` })),
  )
  const staff: TestActor[] = []
  for (const staffId of ids) staff.push(await world.actor({ companyId, staffId, rights: [] }))
  const id = await publishedQuestionnaire(world, admin, { definition, isAnonymous: true, ...wish })
  return { admin, companyId, staff, id }
}

const written = (id: string) =>
  world.rows<{ text: string }>(`select answers ->> 't' as text from questionnaire.response where questionnaire_id = $1`, [id])
const settle = (companyId: string) => settleCompany(world.services, companyId, world.now())

test('one ticket for a person, one sheet for a ticket; lost answers are sent again', async () => {
  const { admin, staff, id } = await arrange(1)
  const [person = admin] = staff
  const as = world.as(person)
  const secret = newSecret()
  const { ticket } = await as.get(learn.claim, { questionnaireId: id, secret })
  expect(await as.get(learn.claim, { questionnaireId: id, secret })).toEqual({ ticket })
  expect(await as.call(learn.claim, { questionnaireId: id, secret: newSecret() })).toMatchObject({ code: 3179 })
  expect(await as.call(learn.submit, { questionnaireId: id, answers: {} })).toMatchObject({ code: 3174 })
  const anybody = world.as(undefined)
  const sheet = { ticket, answers: { a: choose('a') } }
  expect(await anybody.get(learn.handIn, sheet)).toMatchObject({ state: 1 })
  expect(await anybody.get(learn.handIn, { ticket, answers: { a: choose('b') } })).toMatchObject({ state: 1 })
  expect(await world.rows('select 1 from questionnaire.sealed where questionnaire_id = $1', [id])).toHaveLength(1)
  expect(
    await anybody.call(learn.handIn, { ...sheet, ticket: ticket.replace(/.$/, (last) => (last === '0' ? '1' : '0')) }),
  ).toMatchObject({
    code: 3176,
  })
  expect(await as.get(learn.open, { questionnaireId: id })).toMatchObject({ state: 2, answers: {}, person: { department: [] } })
})

test('sheets are written together, five always wait, and all at the end', async () => {
  const { admin, companyId, staff, id } = await arrange(12)
  for (const person of staff.slice(0, 9)) await answerAnonymously(world, person, id, { a: choose('a'), t: person.staffId })
  await settle(companyId)
  expect(await written(id)).toHaveLength(0)
  const [tenth = admin] = staff.slice(9)
  await answerAnonymously(world, tenth, id, { a: choose('a'), t: tenth.staffId })
  await settle(companyId)
  expect(await written(id)).toHaveLength(5)
  expect(await world.as(admin).get(questionnaire.get, { id })).toMatchObject({ answeredCount: 10, waitingCount: 5 })
  await world.as(admin).get(questionnaire.close, { id })
  await settle(companyId)
  expect(await written(id)).toHaveLength(10)
  const late = await world.as(staff[10]).call(learn.claim, { questionnaireId: id, secret: newSecret() })
  expect(late).toMatchObject({ code: 3170 })
  expect(new Set((await written(id)).map(({ text }) => text)).size).toBe(10)
})

test('sheets that the secret does not open stay, are told of, and are written when it is back', async () => {
  const { admin, companyId, staff, id } = await arrange(17)
  const as = world.as(admin)
  const told = vi.spyOn(world.services.log, 'error').mockImplementation(() => undefined)
  const changed: RawServices = { ...world.services, secret: 'another secret of the same deployment' }
  const answer = async (people: readonly TestActor[]) => {
    for (const person of people) await answerAnonymously(world, person, id, { a: choose('a'), t: person.staffId })
  }
  await answer(staff.slice(0, 10))
  // Sealed before sheets had marks.
  await world.rows('update questionnaire.sealed set sealed_by = null where company_id = $1', [companyId])
  await answer(staff.slice(10, 12))
  const { id: other } = await as.get(questionnaire.copy, { id })
  await settleCompany(changed, companyId, world.now())
  expect(await written(id)).toHaveLength(0)
  expect(told).toHaveBeenCalledWith({ companyId, questionnaireId: id, count: expect.any(Number) }, expect.any(String))
  await unopenedSweep.run(changed)
  // Five were tried and two have the other secret's mark.
  expect(told).toHaveBeenCalledWith({ companyId, questionnaireId: id, count: 7 }, expect.any(String))
  await world.rows('update questionnaire.sealed set sealed_by = $2 where company_id = $1', [
    companyId,
    `not ${markOf(world.services)}`,
  ])
  expect(await as.get(questionnaire.get, { id })).toMatchObject({ receivedCount: 12, waitingCount: 0, unopenedCount: 12 })
  await answer(staff.slice(12, 16))
  await as.get(questionnaire.close, { id })
  await settle(companyId)
  // Fewer than five wait for those that cannot be opened, and filters for all.
  expect(await written(id)).toHaveLength(0)
  expect(await as.get(results.statistics, { id })).toMatchObject({
    ...{ answeredCount: 16, receivedCount: 16, waitingCount: 4, unopenedCount: 12, mayFilter: false },
  })
  await world.rows('update questionnaire.sealed set sealed_by = $2 where sealed_by like $1', ['not %', markOf(world.services)])
  await settle(companyId)
  expect(new Set((await written(id)).map(({ text }) => text)).size).toBe(16)
  expect(await as.get(results.statistics, { id })).toMatchObject({ waitingCount: 0, unopenedCount: 0, mayFilter: true })
  expect(await as.call(questionnaire.leaveSealed, { id })).toMatchObject({ code: 3181 })
  expect(await as.call(questionnaire.leaveSealed, { id: other })).toMatchObject({ code: 3180 })
  told.mockRestore()
})

test('somebody may decide not to wait for them; they stay sealed, and the rest is written', async () => {
  const { admin, companyId, staff, id } = await arrange(9)
  const as = world.as(admin)
  for (const person of staff) await answerAnonymously(world, person, id, { a: choose('a'), t: person.staffId })
  await world.rows(
    `update questionnaire.sealed set sealed_by = 'elsewhere' where id in (select id from questionnaire.sealed where questionnaire_id = $1 limit 2)`,
    [id],
  )
  await as.get(questionnaire.close, { id })
  await settle(companyId)
  // Two that may come later must not come alone.
  expect(await written(id)).toHaveLength(0)
  await as.get(questionnaire.leaveSealed, { id })
  await settle(companyId)
  expect(await written(id)).toHaveLength(7)
  expect(await as.get(questionnaire.get, { id })).toMatchObject({ receivedCount: 9, unopenedCount: 2, leavesSealed: true })
  expect(await as.get(results.statistics, { id })).toMatchObject({ sheetCount: 7, mayFilter: true })
  const [log] = await world.rows(`select after from kit.operation_log where company_id = $1 and action = 'leaveSealed'`, [
    companyId,
  ])
  expect(JSON.stringify(log)).toContain('2')
})

test('of fewer than five nothing is ever opened', async () => {
  const { admin, companyId, staff, id } = await arrange(4)
  for (const person of staff) await answerAnonymously(world, person, id, { a: choose('a') })
  await world.as(admin).get(questionnaire.close, { id })
  await settle(companyId)
  expect(await written(id)).toHaveLength(0)
  expect(await world.as(admin).get(results.statistics, { id })).toMatchObject({
    ...{ sheetCount: null, isTooFew: true, answeredCount: 4, figures: [] },
  })
  expect(await world.as(admin).call(results.export, { id })).toMatchObject({ code: 3185 })
})

/** Each sheet says who wrote it, so that a guess can be checked; the order of people is that of their claims. */
async function answeredByAll(count: number) {
  const arranged = await arrange(count)
  const { admin, companyId, staff, id } = arranged
  for (const person of staff)
    await answerAnonymously(world, person, id, { a: choose('abcd'[staff.indexOf(person) % 4] ?? 'a'), t: person.staffId })
  await world.as(admin).get(questionnaire.close, { id })
  await settle(companyId)
  return arranged
}

test('attempts to join person and sheet do no better than chance, whatever order of either is laid beside the other', async () => {
  const { id } = await answeredByAll(40)
  const peopleBy = ['xmin::text::bigint, ctid', 'ctid', 'staff_id', 'claim_hash', 'answered_on, ctid desc']
  const sheetsBy = ['ctid', 'xmin::text::bigint, ctid', 'id', 'md5(packed)', 'submitted_on, ctid desc']
  const attempts = peopleBy.flatMap((people) => sheetsBy.map((sheets) => [people, sheets] as const))
  for (const [people, sheets] of attempts) {
    const [found] = await world.rows<{ met: number; count: number }>(
      `select count(*) filter (where p.staff_id::text = s.text)::int as met, count(s.text)::int as count
       from (select staff_id, row_number() over (order by ${people}) as place from questionnaire.participation where questionnaire_id = $1) p
       full join (select answers ->> 't' as text, row_number() over (order by ${sheets}) as place from questionnaire.response where questionnaire_id = $1) s
         using (place)`,
      [id],
    )
    // By chance one on the average; ten or more happen once in ten million times.
    expect(found?.met).toBeLessThan(10)
    expect(found?.count).toBe(40)
  }
})

test('the export of anonymous sheets has figures and texts, no people, and the texts in no order of theirs', async () => {
  const { admin, staff, id } = await answeredByAll(40)
  const { jobId } = await world.as(admin).get(results.export, { id })
  await world.runJobs()
  const { fileUrl } = await world.as(admin).get(download.link, { id: jobId })
  const lines: string[][] = []
  for await (const { cells } of readXlsx((await world.app.inject({ url: fileUrl })).rawPayload))
    lines.push(cells.map(({ text }) => text))
  const texts = lines.filter((line) => line[1] === '文字').map((line) => line[2])
  expect(new Set(texts)).toEqual(new Set(staff.map(({ staffId }) => staffId)))
  expect(staff.filter(({ staffId }, place) => texts[place] === staffId).length).toBeLessThan(10)
  expect(staff.filter(({ name }) => JSON.stringify(lines).includes(name))).toEqual([])
})

test('no row of the whole database has anything of a person and of a sheet in common', async () => {
  const { companyId, staff, id } = await answeredByAll(12)
  const tables = await world.rows<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname not in ('pg_catalog', 'information_schema')`,
  )
  const sheets = await world.rows<{ id: string; xmin: string }>(
    'select id::text, xmin::text from questionnaire.response where questionnaire_id = $1',
    [id],
  )
  const claims = await world.rows<{ xmin: string; hash: string }>(
    'select xmin::text, claim_hash as hash from questionnaire.participation where questionnaire_id = $1',
    [id],
  )
  const spent = await world.rows<{ hash: string }>(
    'select ticket_hash as hash from questionnaire.spent_ticket where questionnaire_id = $1',
    [id],
  )
  expect(new Set(sheets.map(({ xmin }) => xmin)).size).toBe(1)
  const claimed = new Set(claims.map(({ xmin }) => xmin))
  expect(sheets.some(({ xmin }) => claimed.has(xmin))).toBe(false)
  expect(spent.some(({ hash }) => claims.some((claim) => claim.hash === hash))).toBe(false)
  for (const { name } of tables) {
    const rows = await world.rows<{ text: string; xmin: string }>(`select t::text as text, t.xmin::text as xmin from ${name} t`)
    for (const { text, xmin } of rows) {
      // Written where somebody claimed, it names no sheet, ticket or secret; and no sheet's id stands anywhere but in its own row.
      if (claimed.has(xmin)) expect(spent.some(({ hash }) => text.includes(hash))).toBe(false)
      if (name !== 'questionnaire.response') expect(sheets.some((sheet) => text.includes(sheet.id))).toBe(false)
      // The sheets of this test say who wrote them, which no other row beside the person's own does.
      if (name === 'questionnaire.spent_ticket') expect(staff.some(({ staffId }) => text.includes(staffId))).toBe(false)
    }
  }
  const traces = await world.rows(
    `select 1 from kit.operation_log where company_id = $1 and path like '%/learn/%'
     union all select 1 from kit.idempotency where company_id = $1 and path like '%/learn/%'`,
    [companyId],
  )
  expect(traces).toEqual([])
  const [times] = await world.rows<{ count: number }>(
    'select count(submitted_at)::int + count(staff_id)::int + count(department_id)::int as count from questionnaire.response where questionnaire_id = $1',
    [id],
  )
  expect(times?.count).toBe(0)
})

test('no log line names a sheet, whatever fails on its way', async () => {
  const { admin, companyId, staff, id } = await arrange(6)
  const from = logged.length
  const secrets = staff.map(() => newSecret())
  const tickets: string[] = []
  for (const [place, person] of staff.entries())
    tickets.push((await world.as(person).get(learn.claim, { questionnaireId: id, secret: secrets[place] ?? '' })).ticket)
  const anybody = world.as(undefined)
  const handIn = (place: number) =>
    anybody.call(learn.handIn, { ticket: tickets[place] ?? '', answers: { a: choose('a'), t: `原话${place}` } })
  const failing = async (table: string, work: () => Promise<unknown>) => {
    await world.rows(`alter table questionnaire.${table} add constraint fails_here check (false) not valid`, [])
    await work()
    await world.rows(`alter table questionnaire.${table} drop constraint fails_here`, [])
  }
  await failing('sealed', async () => expect(await handIn(0)).toMatchObject({ code: 9999 }))
  await failing('spent_ticket', async () => expect(await handIn(0)).toMatchObject({ code: 9999 }))
  for (const place of staff.keys()) await handIn(place)
  await world.as(admin).get(questionnaire.close, { id })
  await failing('response', () => settle(companyId))
  const rows = await world.rows<{ name: string }>(
    `select ticket_hash as name from questionnaire.spent_ticket where questionnaire_id = $1
     union all select claim_hash from questionnaire.participation where questionnaire_id = $1`,
    [id],
  )
  const names = [...secrets, ...tickets, ...staff.map(({ staffId }) => staffId), ...rows.map(({ name }) => name), '原话']
  const lines = logged.slice(from)
  expect(lines.filter((line) => line.includes('fails_here')).length).toBeGreaterThanOrEqual(3)
  for (const line of lines) expect(names.filter((name) => line.includes(name))).toEqual([])
})

test('while it is open nothing is filtered; afterwards no sets tell of fewer than five together', async () => {
  const { admin, companyId, staff, id } = await arrange(30)
  // 20 chose a, 7 b, 3 c.
  const chosen = [...'a'.repeat(20), ...'b'.repeat(7), ...'c'.repeat(3)]
  for (const [place, person] of staff.entries()) await answerAnonymously(world, person, id, { a: choose(chosen[place] ?? 'a') })
  await settle(companyId)
  const as = world.as(admin)
  const filter = (...options: string[]) => ({ id, answered: [{ question: 'a', options }] })
  expect(await as.call(results.statistics, filter('a'))).toMatchObject({ code: 3187 })
  expect(await as.call(results.crossTable, { id, rows: { question: 'a' }, columns: { question: 'a' } })).toMatchObject({
    code: 3187,
  })
  await as.get(questionnaire.close, { id })
  await settle(companyId)
  const { figures } = await as.get(results.statistics, { id })
  // c is below five and d nobody; with b as well nothing follows from the total.
  expect(figures[0]?.cells.map(({ count }) => count)).toEqual([20, null, null, null])
  expect(await as.call(results.statistics, filter('c'))).toMatchObject({ code: 3186 })
  expect(await as.call(results.statistics, filter('a', 'b'))).toMatchObject({ code: 3186 })
  expect(await as.get(results.statistics, filter('a'))).toMatchObject({ sheetCount: 20 })
  expect(await as.call(results.statistics, filter('a', 'c'))).toMatchObject({ code: 3186 })
  // All without a and without b are the three who chose c.
  expect(await as.call(results.statistics, filter('b'))).toMatchObject({ code: 3186 })
  const table = await as.get(results.crossTable, { id, rows: { question: 'a' }, columns: { question: 'a' } })
  expect(table.rows.map(({ total }) => total)).toEqual([20, null, null, null])
  expect(await as.call(results.statistics, filter('a', 'd'))).toMatchObject({ code: 0 })
  expect(await as.call(results.statistics, { id, departmentIds: [companyId] })).toMatchObject({ code: 3189 })
  expect(await as.call(results.answers, { id })).toMatchObject({ code: 3188 })
  expect(await as.call(results.texts, { id, question: 't' })).toMatchObject({ code: 3185 })
  const later = { questionnaireId: id, version: 4, name: '再开', isAnonymous: true, admissionEndTime: '2099-01-01T00:00:00Z' }
  expect(await as.call(questionnaire.addOrUpdate, later)).toMatchObject({ code: 3164 })
})

test('dates of an anonymous one are shown and exported one by one, in an order of their own; the file comes whole', async () => {
  const dated = asked(single('a', 'ab'), { id: 'd', kind: 'date', title: '希望的日期' })
  const days = ['2027-03-01', '2027-03-02', '2027-03-03', '2027-03-04', '2027-03-05']
  const { as, id, admin } = await answeredAs(
    dated,
    days.map((d) => [1, { a: choose('a'), d }] as const),
  )
  const shown = await as.get(results.texts, { id, question: 'd' })
  expect(shown.dataList.map(({ text }) => text).toSorted()).toEqual(days)
  expect(shown.dataList.every(({ staffName }) => staffName === null)).toBe(true)
  const { jobId } = await as.get(results.export, { id })
  await world.runJobs()
  const { fileUrl } = await world.as(admin).get(download.link, { id: jobId })
  const lines = []
  const { rawPayload } = await world.app.inject({ url: fileUrl })
  for await (const { cells } of readXlsx(rawPayload)) lines.push(cells.map(({ text }) => text))
  expect(
    lines.flatMap(([title, , text]) => (title === '希望的日期' && text?.startsWith('2027') ? [text] : [])).toSorted(),
  ).toEqual(days)
  for (const wish of [{ startDate: '2027-01-01' }, { answered: [{ question: 'a', options: ['a'] }] }, { state: 1 as const }])
    expect(await as.call(results.export, { id, ...wish })).toMatchObject({ code: 3192 })
})

/** So many people answer the same; then it is over and all is written. */
async function answeredAs(definitionAsked: DefinitionInput, groups: readonly (readonly [number, Answers])[]) {
  const sheets = groups.flatMap(([count, answers]) => Array.from({ length: count }, () => answers))
  const { admin, companyId, staff } = await arrange(sheets.length)
  const id = await publishedQuestionnaire(world, admin, { definition: definitionAsked, isAnonymous: true })
  for (const [place, person] of staff.entries()) await answerAnonymously(world, person, id, sheets[place] ?? {})
  await world.as(admin).get(questionnaire.close, { id })
  await settle(companyId)
  return { as: world.as(admin), id, admin }
}

test('what a filter leaves out of an option, a mean or a cell of a table is five people or hidden too', async () => {
  const years = (n: number) => ({ n })
  const { as, id } = await answeredAs(asked(single('a', 'ab'), single('b', 'xyz'), { id: 'n', kind: 'number', title: '工龄' }), [
    [8, { a: choose('a'), b: choose('x'), ...years(3) }],
    [6, { a: choose('a'), b: choose('y'), ...years(5) }],
    [2, { a: choose('b'), b: choose('x'), ...years(40) }],
    [6, { a: choose('b'), b: choose('y') }],
    [5, { a: choose('b'), b: choose('z') }],
  ])
  const whole = await as.get(results.statistics, { id })
  expect(whole.figures.map(({ answeredCount, cells }) => [answeredCount, cells.map(({ count }) => count)])).toEqual([
    [27, [14, 13]],
    [27, [10, 12, 5]],
    [16, []],
  ])
  const filtered = await as.get(results.statistics, { id, answered: [{ question: 'a', options: ['a'] }] })
  expect(filtered.sheetCount).toBe(14)
  const [, second, third] = filtered.figures
  // Ten chose x and eight of them a: the other two would be told. Nobody of them chose z.
  expect(second?.cells.map(({ count }) => count)).toEqual([null, 6, null])
  // Sixteen have a mean and fourteen of them chose a: the mean of the other two would follow.
  expect(third).toMatchObject({ isHidden: true, answeredCount: null, measure: null })
  const table = await as.get(results.crossTable, { id, rows: { question: 'a' }, columns: { question: 'b' } })
  expect(table.counts.map(([x]) => x)).toEqual([null, null])
})

test('what was shown while it was open is remembered beside the filters', async () => {
  const { admin, companyId, staff, id } = await arrange(20)
  const as = world.as(admin)
  for (const person of staff.slice(0, 10)) await answerAnonymously(world, person, id, { a: choose('a') })
  await settle(companyId)
  const looks = async () =>
    (await world.rows<{ looks: number }>('select looks from questionnaire.questionnaire where id = $1', [id]))[0]?.looks
  expect(await as.get(results.statistics, { id })).toMatchObject({ sheetCount: 5 })
  expect(await as.get(results.statistics, { id })).toMatchObject({ sheetCount: 5 })
  // The same twice is one.
  expect(await looks()).toBe(1)
  for (const person of staff.slice(10)) await answerAnonymously(world, person, id, { a: choose('b') })
  await as.get(questionnaire.close, { id })
  await settle(companyId)
  const written = await world.rows<{ after: number; count: number }>(
    'select after_looks as after, count(*)::int as count from questionnaire.response where questionnaire_id = $1 group by 1 order by 1',
    [id],
  )
  expect(written).toEqual([
    { after: 0, count: 5 },
    { after: 1, count: 15 },
  ])
  // As if all who chose a but one had been shown before the others.
  await world.rows(
    `update questionnaire.response set after_looks = case when answers -> 'a' -> 'choices' ->> 0 = 'b' then 1 else 0 end where questionnaire_id = $1`,
    [id],
  )
  await world.rows(
    `update questionnaire.response set after_looks = 1 where id = (select id from questionnaire.response where questionnaire_id = $1 and after_looks = 0 limit 1)`,
    [id],
  )
  expect(await as.call(results.statistics, { id, answered: [{ question: 'a', options: ['a'] }] })).toMatchObject({ code: 3186 })
})

test('sheets that wait are stirred: neither their order nor their rows say when each came', async () => {
  const { companyId, staff, id } = await arrange(9)
  for (const person of staff) await answerAnonymously(world, person, id, { a: choose('a'), t: person.staffId })
  await settle(companyId)
  const waiting = await world.rows<{ sheet: string; xmin: string }>(
    'select sheet, xmin::text from questionnaire.sealed where questionnaire_id = $1 order by ctid',
    [id],
  )
  expect(waiting).toHaveLength(9)
  expect(new Set(waiting.map(({ xmin }) => xmin)).size).toBe(1)
  const opened = waiting.map(({ sheet }) => openSheet(world.services, { companyId, questionnaireId: id }, sheet)?.t)
  expect(new Set(opened)).toEqual(new Set(staff.map(({ staffId }) => staffId)))
  // By chance all nine stand in the order of their coming once in 362,880 times.
  expect(opened).not.toEqual(staff.map(({ staffId }) => staffId))
  const companies = await world.rows<{ id: string }>('select questionnaire.companies_to_settle(now(), 10) as id', [])
  expect(companies.map((row) => row.id)).not.toContain(companyId)
})

test('handing a sheet in writes nothing but the sheet and its ticket', async () => {
  const { staff, id } = await arrange(1)
  const [person] = staff
  if (person) await answerAnonymously(world, person, id, { a: choose('a') })
  const [sealed] = await world.rows<{ xmin: string }>('select xmin::text from questionnaire.sealed where questionnaire_id = $1', [
    id,
  ])
  const tables = await world.rows<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname not in ('pg_catalog', 'information_schema')`,
  )
  const found: string[] = []
  for (const { name } of tables) {
    const rows = await world.rows(`select 1 from ${name} t where t.xmin::text = $1`, [sealed?.xmin])
    if (rows.length > 0) found.push(name)
  }
  expect(found.toSorted()).toEqual(['questionnaire.sealed', 'questionnaire.spent_ticket'])
})

test('how many were asked a question does not tell how many chose an option that is hidden', async () => {
  const ifB = { showIf: { question: 'a', is: 'anyOf', options: ['b'] } } as const
  const { as, id } = await answeredAs(
    asked(single('a', 'abc'), single('b', 'xy', ifB), { id: 't', kind: 'text', title: '说说', ...ifB }),
    [
      [20, { a: choose('a') }],
      [6, { a: choose('b'), b: choose('x'), t: '好' }],
      [6, { a: choose('b'), b: choose('y'), t: '也好' }],
      [3, { a: choose('c') }],
    ],
  )
  const { figures } = await as.get(results.statistics, { id })
  // Of the fifteen who did not choose a, twelve chose b: they are neither told as such, nor by the sum of what they answered.
  expect(figures[0]?.cells.map(({ count }) => count)).toEqual([20, null, null])
  expect(figures[1]).toMatchObject({ seenCount: null, answeredCount: null, isHidden: false })
  expect(figures[1]?.cells.map(({ count }) => count).filter((count) => count === null)).not.toEqual([])
  expect(await as.call(results.texts, { id, question: 't' })).toMatchObject({ code: 3185 })
})
