import '@kaopei/exam/server'
import { buffer } from 'node:stream/consumers'
import type { InputOf, OutputOf } from '@kaopei/contract'
import { filesModule, storeFile, temporaryBlobs } from '@kaopei/files/server'
import { jobsModule } from '@kaopei/jobs/server'
import type { JobContext } from '@kaopei/server'
import { failing, type TestActor, World } from '@kaopei/server/testing'
import { readXlsx, writeCsv, writeXlsx } from '@kaopei/sheet'
import { gb18030, workbookEntries, workbookOf, zipOf } from '@kaopei/sheet/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { questionImportErrors } from '../../contract/errors.ts'
import { question } from '../../contract/question.ts'
import { importFieldLabels, importFields, questionImport } from '../../contract/question-import.ts'
import { questionModule } from '../index.ts'
import { getQuestion, makeBank, useInExam } from '../made-questions.ts'
import { type TemplateRow, writeTemplate } from './template.ts'

let world: World
beforeAll(async () => {
  world = await World.open([filesModule, jobsModule, questionModule], temporaryBlobs)
})
afterAll(() => world.close())

async function upload(actor: TestActor, name: string, body: Buffer): Promise<string> {
  const { companyId, staffId } = actor
  const file = { companyId, name, contentType: 'application/octet-stream', purpose: 'questionImport', body, createdBy: staffId }
  return world.inCompany(companyId, async (db) => (await storeFile(db, services(), file, failing)).fileId)
}
const services = () => world.services

const single = (number: number): TemplateRow => ({
  ...{
    idNumber: `Q-${number}`,
    type: '单选题',
    stem: `第 ${number} 题：应当怎么做？`,
    optionA: '甲',
    optionB: '乙',
    optionC: '丙',
  },
  ...{ answer: 'B', knowledgePoints: '安全；应急', difficulty: '困难', score: 3 },
})

async function setUp() {
  const actor = await world.actor()
  return { actor, as: world.as(actor), bankId: await makeBank(world, actor) }
}

type Wish = Partial<InputOf<typeof questionImport.run>> & { bankId: string }

async function importBytes(actor: TestActor, bytes: Buffer, wish: Wish, name = '试题.xlsx') {
  const fileId = await upload(actor, name, bytes)
  return finished(actor, (await world.as(actor).get(questionImport.run, { fileId, ...wish })).jobId)
}

async function finished(actor: TestActor, jobId: string): Promise<OutputOf<typeof questionImport.result>> {
  await world.runJobs()
  return world.as(actor).get(questionImport.result, { jobId })
}

test('only an own upload for this purpose is read, whoever knows the id of another file', async () => {
  const { actor, as, bankId } = await setUp()
  const { companyId, staffId: createdBy } = actor
  const colleague = await world.actor({ companyId })
  const theirs = await upload(colleague, '试题.xlsx', await template([single(1)]))
  const salaries = { companyId, name: '工资.xlsx', contentType: 'application/octet-stream', purpose: 'document', createdBy }
  const body = await template([single(1)])
  const { fileId } = await world.inCompany(companyId, (db) => storeFile(db, services(), { ...salaries, body }, failing))
  const missing = { code: 1008, message: '文件不存在或已过期，请重新上传' }
  for (const id of [theirs, fileId]) {
    expect(await as.call(questionImport.inspect, { fileId: id })).toMatchObject(missing)
    expect(await as.call(questionImport.check, { fileId: id, bankId })).toMatchObject(missing)
    expect(await as.call(questionImport.run, { fileId: id, bankId })).toMatchObject(missing)
  }
})

const template = async (rows: readonly TemplateRow[]) => buffer(writeTemplate(rows))

describe('the template', () => {
  test('comes with its columns, dropdowns and version, and is recognised when it comes back', async () => {
    const { actor, as } = await setUp()
    const response = await as.raw(questionImport.template)
    expect(response.headers['content-disposition']).toContain(encodeURIComponent('试题导入模板.xlsx'))
    const fileId = await upload(actor, '试题导入模板.xlsx', response.rawPayload)
    const seen = await as.get(questionImport.inspect, { fileId })
    expect(seen).toMatchObject({ isTemplate: true, format: 'xlsx', sheetName: '试题', samples: [], mapping: { headerRow: 2 } })
    expect(seen.header).toEqual(importFields.map((field) => importFieldLabels[field]))
    expect(seen.mapping.columns).toEqual(importFields)
    const names = await readXlsx(response.rawPayload).info()
    expect(names).toMatchObject({ templateVersion: 'question/1', sheetNames: ['试题', '填写说明', '示例'] })
  })

  test('its own examples are sound', async () => {
    const { actor, bankId } = await setUp()
    const bytes = await buffer(writeTemplate())
    const rows: string[][] = []
    for await (const { cells } of readXlsx(bytes, { sheetName: '示例' })) rows.push(cells.map(({ text }) => text))
    const [header = [], ...examples] = rows
    const copy = writeXlsx({ sheets: [{ name: '例', columns: header.map((title) => ({ title })), rows: examples }] })
    const { result } = await importBytes(actor, await buffer(copy), { bankId })
    expect(result).toMatchObject({ new: 6, error: 0, conflict: 0 })
  })

  test('another template is refused', async () => {
    const { actor, as, bankId } = await setUp()
    const sheet = { name: '员工', columns: [{ title: '题干' }, { title: '正确答案' }], rows: [['甲', 'A']] }
    const fileId = await upload(actor, '员工.xlsx', await buffer(writeXlsx({ sheets: [sheet], templateVersion: 'staff/1' })))
    expect(await as.call(questionImport.check, { fileId, bankId })).toMatchObject({
      code: questionImportErrors.wrongTemplate.code,
      message: '无效的试题导入模板。',
    })
  })
})

describe('importing', () => {
  test('a check writes nothing; the import writes what the check promised; once more it finds everything there', async () => {
    const { actor, as, bankId } = await setUp()
    const bytes = await template([1, 2, 3].map(single))
    const fileId = await upload(actor, '试题.xlsx', bytes)
    const check = await finished(actor, (await as.get(questionImport.check, { fileId, bankId })).jobId)
    expect(check).toMatchObject({
      state: 2,
      message: '可导入 3 道，已存在 0 道，冲突 0 道，错误 0 行',
      result: { isImported: false, total: 3, new: 3, failedFileId: null },
    })
    expect((await as.get(question.list, {})).totalCount).toBe(0)
    const done = await finished(actor, (await as.get(questionImport.run, { fileId, bankId })).jobId)
    expect(done.result).toMatchObject({ isImported: true, new: 3, same: 0, error: 0 })
    const { dataList } = await as.get(question.list, {})
    expect(dataList.map(({ idNumber }) => idNumber)).toEqual(['Q-1', 'Q-2', 'Q-3'])
    expect(dataList[0]).toMatchObject({
      ...{ type: 1, status: 1, difficulty: 3, defaultScore: 3, bankId },
      knowledgePoints: [{ name: '安全' }, { name: '应急' }],
    })
    expect((await importBytes(actor, bytes, { bankId })).result).toMatchObject({ new: 0, same: 3, conflict: 0 })
    expect((await as.get(question.list, { text: '第2题' })).totalCount).toBe(1)
    const logs = await world.rows(`select target_name from kit.operation_log where company_id = $1 and action = 'import'`, [
      actor.companyId,
    ])
    expect(logs).toEqual([{ target_name: '试题.xlsx' }, { target_name: '试题.xlsx' }])
  })

  test('every fault of every row is told with its row number, and the failed rows come back as a file to repair', async () => {
    const { actor, as, bankId } = await setUp()
    const rows = [
      single(1),
      { ...single(2), answer: 'F', difficulty: '?' },
      single(3),
      { ...single(4), stem: '', optionB: '甲' },
      { ...single(5), idNumber: 'Q-1' },
    ]
    const done = await importBytes(actor, await template(rows), { bankId })
    expect(done.result).toMatchObject({ total: 5, new: 2, error: 3, isImported: true })
    // Two rows of notes and header stand above the first question.
    expect(done.result?.rows).toEqual([
      { rowNumber: 4, kind: 'error', messages: ['难度“?”无法识别，请填写 简单、中等 或 困难', '正确答案 F 不在选项中'] },
      { rowNumber: 6, kind: 'error', messages: ['题干不能为空', '第 2 个选项与第 1 个选项重复'] },
      { rowNumber: 7, kind: 'error', messages: ['题目标识与第 3 行重复'] },
    ])
    const failed = await world.app.inject({ url: done.failedUrl ?? '' })
    const table: string[][] = []
    for await (const { cells } of readXlsx(failed.rawPayload)) table.push(cells.map(({ text }) => text))
    expect(table[0]?.slice(0, 2)).toEqual(['失败原因', '题目标识'])
    expect(table.slice(1).map((row) => row.slice(0, 2))).toEqual([
      ['难度“?”无法识别，请填写 简单、中等 或 困难；正确答案 F 不在选项中', 'Q-2'],
      ['题干不能为空；第 2 个选项与第 1 个选项重复', 'Q-4'],
      ['题目标识与第 3 行重复', 'Q-1'],
    ])
    const returnedId = await upload(actor, '失败的行.xlsx', failed.rawPayload)
    expect(await as.get(questionImport.inspect, { fileId: returnedId })).toMatchObject({ isTemplate: true })
    const [header = [], ...bad] = table
    const repaired = bad.map((row, index) =>
      row.map((text, at) =>
        header[at] === '正确答案'
          ? 'A'
          : header[at] === '难度'
            ? '中等'
            : header[at] === '题干'
              ? `修好的第 ${index} 题`
              : header[at] === '选项B'
                ? '乙'
                : header[at] === '题目标识'
                  ? `R-${index}`
                  : text,
      ),
    )
    const again = writeXlsx({ sheets: [{ name: '失败的行', columns: header.map((title) => ({ title })), rows: repaired }] })
    expect((await importBytes(actor, await buffer(again), { bankId })).result).toMatchObject({ new: 3, error: 0 })
    expect((await as.get(question.list, {})).totalCount).toBe(5)
  })

  test('all or nothing: one faulty row keeps the file out', async () => {
    const { actor, as, bankId } = await setUp()
    const bytes = await template([single(1), { ...single(2), answer: '' }])
    const done = await importBytes(actor, bytes, { bankId, isAllOrNothing: true })
    expect(done).toMatchObject({
      state: 2,
      result: { isImported: false, error: 1 },
      failedUrl: expect.stringContaining('/files/'),
    })
    expect((await as.get(question.list, {})).totalCount).toBe(0)
  })

  test('a conflict is left alone, or overwritten on demand without touching what an exam uses', async () => {
    const { actor, as, bankId } = await setUp()
    await importBytes(actor, await template([single(1), single(2)]), { bankId })
    const [first] = (await as.get(question.list, {})).dataList
    await useInExam(world, actor.companyId, first?.id ?? '')
    const changed = await template([{ ...single(1), answer: 'C' }, single(2), { ...single(2), idNumber: '', answer: 'A' }])
    const skipped = await importBytes(actor, changed, { bankId })
    expect(skipped.result).toMatchObject({ new: 0, same: 1, conflict: 1, error: 1, overwritten: 0, overwritable: 1 })
    const reveal = { id: first?.id ?? '', reason: '核对导入结果' }
    expect((await as.get(question.reveal, reveal)).content).toMatchObject({ correct: 'o2' })
    const done = await importBytes(actor, changed, { bankId, conflicts: 'overwrite' })
    expect(done.result).toMatchObject({ conflict: 1, overwritten: 1 })
    const saved = await as.get(question.reveal, reveal)
    expect(saved).toMatchObject({ content: { correct: 'o3' }, versionNumber: 2, versions: [{ isUsed: false }, { isUsed: true }] })
  })

  test('without identifiers the words tell what is there already', async () => {
    const { actor, bankId } = await setUp()
    const plain = [1, 2].map((number) => ({ ...single(number), idNumber: '' }))
    await importBytes(actor, await template(plain), { bankId })
    const other = await template([plain[0] ?? {}, { ...plain[1], answer: 'A' }])
    expect((await importBytes(actor, other, { bankId })).result).toMatchObject({ same: 1, conflict: 1, new: 0 })
  })

  test('a conflict with a question of another type is never overwritten, and the check says so', async () => {
    const { actor, as, bankId } = await setUp()
    await importBytes(actor, await template([single(1)]), { bankId })
    const bytes = await template([{ idNumber: 'Q-1', type: '判断题', stem: '应当报警', answer: '正确' }])
    const fileId = await upload(actor, '试题.xlsx', bytes)
    const check = await finished(actor, (await as.get(questionImport.check, { fileId, bankId })).jobId)
    expect(check.result).toMatchObject({ conflict: 1, overwritable: 0 })
    const done = await importBytes(actor, bytes, { bankId, conflicts: 'overwrite' })
    expect(done.result).toMatchObject({ conflict: 1, overwritten: 0, rows: [{ rowNumber: 3, kind: 'conflict' }] })
    expect(done.failedUrl).not.toBeNull()
  })

  test('a worker that is killed leaves nothing; the next run does all of it once', async () => {
    const { actor, as, bankId } = await setUp()
    const fileId = await upload(actor, '试题.xlsx', await template(Array.from({ length: 1200 }, (_, index) => single(index))))
    const { jobId } = await as.get(questionImport.run, { fileId, bankId })
    const [queued] = await world.rows<{ payload: { payload: unknown } }>('select payload from graphile_worker._private_jobs')
    const [job] = questionModule.jobs ?? []
    const died = new Error('killed')
    let asked = 0
    const context: JobContext = {
      ...{
        companyId: actor.companyId,
        attempt: 1,
        isLastAttempt: false,
        fail: failing,
        log: services().log,
        services: services(),
        pool: services().pool,
      },
      transaction: (work) => world.inCompany(actor.companyId, work),
      // Dies after the second portion, with 1000 questions written.
      isStopping: () => {
        asked += 1
        if (asked === 2) throw died
        return false
      },
    }
    await expect(job?.run(job.payload.parse(queued?.payload.payload), context)).rejects.toBe(died)
    expect((await as.get(question.list, {})).totalCount).toBe(0)
    expect((await finished(actor, jobId)).result).toMatchObject({ new: 1200 })
    await job?.run(job.payload.parse(queued?.payload.payload), { ...context, isStopping: () => false })
    expect((await as.get(question.list, {})).totalCount).toBe(1200)
  })
})

describe('tables of others', () => {
  const csvRows = [
    ['', 'Question', 'A', 'B', 'C', 'D', 'Answer'],
    ['0', '制动时车轮最容易抱死的路面是', '沙土路', '混凝土路', '土路', '冰雪路面', 'D'],
    ['1', '禁令标志的作用是', '禁止或限制', '传递信息', '指示', '警告', 'A'],
  ]
  const utf8 = Buffer.from(csvRows.map((row) => row.join(',')).join('\r\n'))

  test.each([
    ['UTF-8', utf8],
    ['UTF-8 with BOM', Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), utf8])],
    ['GBK', gb18030(csvRows.map((row) => row.join(',')).join('\r\n'))],
  ])('%s: columns are proposed and imported with the chosen defaults', async (_, bytes) => {
    const { actor, as, bankId } = await setUp()
    const fileId = await upload(actor, '驾驶.csv', bytes)
    const seen = await as.get(questionImport.inspect, { fileId })
    expect(seen).toMatchObject({
      ...{ isTemplate: false, format: 'csv', header: csvRows[0], samples: csvRows.slice(1) },
      mapping: { headerRow: 1, columns: [null, 'stem', 'optionA', 'optionB', 'optionC', 'optionD', 'answer'] },
    })
    const defaults = { type: 1 as const, difficulty: 3 as const, score: 1.5 }
    const { jobId } = await as.get(questionImport.run, { fileId, bankId, mapping: seen.mapping, defaults })
    expect((await finished(actor, jobId)).result).toMatchObject({ new: 2, error: 0 })
    const { dataList } = await as.get(question.list, { text: '禁令标志' })
    expect(dataList).toMatchObject([{ type: 1, difficulty: 3, defaultScore: 1.5 }])
  })

  test('a mapping is asked for where the header says nothing', async () => {
    const { actor, as, bankId } = await setUp()
    const rows = [
      ['第一列', '第二列', '第三列', '第四列'],
      ['灭火器每年检查', '', '', '错'],
    ]
    const fileId = await upload(actor, '表.csv', await buffer(writeCsv(rows)))
    expect(await as.call(questionImport.run, { fileId, bankId })).toMatchObject({
      code: questionImportErrors.mappingIncomplete.code,
    })
    const mapping = { headerRow: 1, columns: ['stem' as const, null, null, 'answer' as const] }
    const { jobId } = await as.get(questionImport.run, { fileId, bankId, mapping })
    expect((await finished(actor, jobId)).result).toMatchObject({ new: 1 })
    expect((await as.get(question.list, {})).dataList[0]?.type).toBe(3)
  })

  test('script in cells is only text, also in names of files', async () => {
    const { actor, as, bankId } = await setUp()
    const attack = '<img src=x onerror=alert(1)>'
    const row = {
      ...single(1),
      stem: attack,
      optionA: `${attack}1`,
      title: attack,
      tags: '<b>',
      knowledgePoints: '<img src=x onerror>',
      analysis: attack,
    }
    const done = await importBytes(actor, await template([row]), { bankId }, `${attack}.xlsx`)
    expect(done.result).toMatchObject({ new: 1 })
    const [listed] = (await as.get(question.list, {})).dataList
    const { content } = await getQuestion(world, actor, listed?.id ?? '')
    expect(content).toMatchObject({ stem: '&lt;img src=x onerror=alert(1)&gt;', analysis: '&lt;img src=x onerror=alert(1)&gt;' })
    expect(JSON.stringify(content)).not.toContain('<img')
  })
})

const headerRow = '<row r="1"><c r="A1" t="str"><v>题干</v></c><c r="B1" t="str"><v>正确答案</v></c></row>'

/** A sheet that unpacks to 40 MB of blanks. */
function bomb(): Buffer {
  const head = '<?xml version="1.0"?><worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>'
  const data = Buffer.concat([Buffer.from(head), Buffer.alloc(40_000_000, ' '), Buffer.from('</sheetData></worksheet>')])
  const entries = workbookEntries({ rows: '' })
  return zipOf(entries.map((entry) => (entry.name === 'xl/worksheets/sheet1.xml' ? { name: entry.name, data } : entry)))
}

describe('files that must not do harm', () => {
  const refusals: [string, () => Promise<Buffer> | Buffer, string][] = [
    ['an empty file', () => Buffer.alloc(0), '文件是空的'],
    ['half a file', async () => (await template([single(1)])).subarray(0, 900), '文件不完整'],
    ['a bomb', bomb, '解压后异常庞大'],
    ['a page of the web', () => Buffer.from('<html><body>题干</body></html>'), '网页'],
  ]
  test.each(refusals)('%s is refused with what to do', async (_, bytes, text) => {
    const { actor, as, bankId } = await setUp()
    const fileId = await upload(actor, '试题.xlsx', await bytes())
    for (const answer of [
      await as.call(questionImport.inspect, { fileId }),
      await as.call(questionImport.run, { fileId, bankId }),
    ]) {
      expect(answer).toMatchObject({ code: questionImportErrors.unreadable.code })
      expect(answer.message).toContain(text)
    }
  })

  test('200,000 rows are refused by the job, with the limit', async () => {
    const { actor, as, bankId } = await setUp()
    function* rows() {
      for (let index = 0; index < 200_000; index++) yield [`题 ${index}`, '对']
    }
    const sheet = { name: '题', columns: [{ title: '题干' }, { title: '正确答案' }], rows: rows() }
    const done = await importBytes(actor, await buffer(writeXlsx({ sheets: [sheet] })), { bankId, defaults: { type: 3 } })
    expect(done).toMatchObject({ state: 3, result: null })
    expect(done.message).toContain('行数超过上限')
    expect((await as.get(question.list, {})).totalCount).toBe(0)
  })

  test('formulas are faults of their row, not values', async () => {
    const { actor, bankId } = await setUp()
    const bytes = workbookOf({
      rows: `${headerRow}<row r="2"><c r="A2"><f>1+1</f><v>2</v></c><c r="B2" t="str"><v>对</v></c></row>`,
    })
    const done = await importBytes(actor, bytes, { bankId })
    expect(done.result?.rows).toEqual([{ rowNumber: 2, kind: 'error', messages: ['题干：单元格含有公式，请改为文字'] }])
  })

  test('merged headers are told and can be mapped', async () => {
    const { actor, as } = await setUp()
    const bytes = workbookOf({ rows: headerRow, tail: '<mergeCells><mergeCell ref="B1:C1"/></mergeCells>' })
    const seen = await as.get(questionImport.inspect, { fileId: await upload(actor, '合并.xlsx', bytes) })
    expect(seen.warnings).toEqual(['表头有合并的单元格（B1:C1），请核对每一列的含义'])
  })

  test('a file, a bank and a job of another company are not found', async () => {
    const { actor, as, bankId } = await setUp()
    const other = await setUp()
    const fileId = await upload(actor, '试题.xlsx', await template([single(1)]))
    expect(await other.as.call(questionImport.inspect, { fileId })).toMatchObject({ code: 1008 })
    expect(await other.as.call(questionImport.run, { fileId, bankId: other.bankId })).toMatchObject({ code: 1008 })
    expect(await as.call(questionImport.run, { fileId, bankId: other.bankId })).toMatchObject({ code: 1001 })
    const { jobId } = await as.get(questionImport.run, { fileId, bankId })
    expect(await other.as.call(questionImport.result, { jobId })).toMatchObject({ code: 1008 })
    const colleague = world.as(await world.actor({ companyId: actor.companyId }))
    expect(await colleague.call(questionImport.result, { jobId })).toMatchObject({ code: 1008 })
    await world.runJobs()
  })
})
