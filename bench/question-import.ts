import { randomUUID } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { importFieldLabels, questionImport } from '@kaopei/question/contract/question-import'
import { type CellInput, writeXlsx } from '@kaopei/sheet'
import { untilEnded } from './background-work.ts'
import { makeCompany } from './company.ts'
import { peakMemoryMb } from './cpu.ts'
import { atLeast, atMost, raw } from './figure.ts'
import type { Piece } from './ground.ts'
import { RawClient } from './raw-client.ts'
import { sendFile } from './send-file.ts'

const total = 20_000
export const questionFields = [
  'idNumber',
  'type',
  'stem',
  'optionA',
  'optionB',
  'optionC',
  'optionD',
  'answer',
  'analysis',
  'knowledgePoints',
  'difficulty',
  'score',
] as const
const difficulties = ['简单', '中等', '困难']

/** Single choice, multiple choice and judgement in turn, as people write them into the template. */
export function* questionRows(first: number, count: number): Generator<readonly CellInput[]> {
  for (let n = first; n < first + count; n++) {
    const words = `第${n}题：关于第${(n * 7919) % 10_007}号作业许可与危险源辨识的要求，下列说法正确的是（　　）`
    const tail = ['见教材第三章。', `知识点${n % 40}`, difficulties[n % 3], 2]
    if (n % 5 === 0) yield [`Q${n}`, '判断题', words, '', '', '', '', n % 2 === 0 ? '正确' : '错误', ...tail]
    else {
      const options = ['甲', '乙', '丙', '丁'].map((word) => `${word}方案，编号${n}`)
      yield [`Q${n}`, n % 4 === 0 ? '多选题' : '单选题', words, ...options, n % 4 === 0 ? 'AC' : 'B', ...tail]
    }
  }
}

/** 20,000 questions from .xlsx: uploaded in slices, read, checked, written. */
export const questionImportPiece: Piece = {
  name: 'question-import',
  run: async (ground, print) => {
    const company = await makeCompany(ground)
    const server = await ground.start('server')
    const worker = await ground.start('worker')
    const client = await RawClient.open(server.port)
    const columns = questionFields.map((field) => ({ title: importFieldLabels[field] }))
    const file = await buffer(writeXlsx({ sheets: [{ name: '试题', columns, rows: questionRows(1, total) }] }))
    const fileId = await sendFile(client, company, { port: server.port, name: '试题.xlsx', purpose: 'questionImport', file })
    const bankId = randomUUID()
    await ground.rows('insert into question.bank (company_id, id, name) values ($1, $2, $3)', [company.id, bankId, '压测题库'])
    const { result: job, cpuMs } = await ground.cpuDuring([server, worker], async () => {
      const { data } = await client.get(company.admin, questionImport.run, { fileId, bankId })
      return untilEnded(ground, data.jobId)
    })
    const [kept] = await ground.rows<{ count: number }>(
      'select count(*)::int as count from question.question where company_id = $1 and bank_id = $2 and status = 1',
      [company.id, bankId],
    )
    print({
      ...raw('question import: questions written', kept?.count ?? 0, 'questions'),
      target: `= ${total}`,
      holds: kept?.count === total,
    })
    print(atLeast('question import: with all checks', total / job.seconds, '1/s', 1500))
    print(raw('question import: worker and database', cpuMs / total, 'CPU-ms each'))
    print(atMost('question import: memory of the worker', peakMemoryMb(worker.pid), 'MiB', 400))
    if (kept?.count !== total) console.error('#', JSON.stringify(job.result).slice(0, 1000))
    client.close()
    await server.stop()
    await worker.stop()
  },
}
