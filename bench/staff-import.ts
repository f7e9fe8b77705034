import { buffer } from 'node:stream/consumers'
import { staffImport } from '@kaopei/org/contract/staff-import'
import { type CellInput, writeXlsx } from '@kaopei/sheet'
import { untilEnded } from './background-work.ts'
import { makeCompany } from './company.ts'
import { peakMemoryMb } from './cpu.ts'
import { atLeast, atMost, raw } from './figure.ts'
import type { Piece } from './ground.ts'
import { RawClient } from './raw-client.ts'
import { sendFile } from './send-file.ts'

const total = 100_000
export const staffTitles = ['*姓名', '*手机号', '*部门', '登录账号', '邮箱', '工号', '性别', '岗位', '入职日期']

/** `count` people as a workbook has them, from the `first`-th: no two calls with other numbers share a person. */
export function* staffRows(first: number, count: number): Generator<readonly CellInput[]> {
  for (let n = first; n < first + count; n++) {
    const number = String(n).padStart(8, '0')
    const department = `集团/分公司${n % 20}/部门${n % 400}`
    yield [
      `员工${n}`,
      `138${number}`,
      department,
      `acc${number}`,
      `acc${number}@example.cn`,
      `N${number}`,
      n % 2 ? '男' : '女',
      `岗位${n % 100}`,
      '2024-03-01',
    ]
  }
}

/** 100,000 people from .xlsx with every check, by a worker of its own; then the same file again, of which nothing is new. */
export const staffImportPiece: Piece = {
  name: 'staff-import',
  run: async (ground, print) => {
    const company = await makeCompany(ground, 1)
    const server = await ground.start('server')
    const worker = await ground.start('worker')
    const client = await RawClient.open(server.port)
    const columns = staffTitles.map((title) => ({ title }))
    const file = await buffer(
      writeXlsx({ templateVersion: 'staff/1', sheets: [{ name: '员工导入', columns, rows: staffRows(0, total) }] }),
    )
    const fileId = await sendFile(client, company, { port: server.port, name: '员工.xlsx', purpose: 'import', file })
    const wish = { fileId, isJob: true, isAllOrNothing: false, conflicts: 'skip' } as const
    const run = async () => {
      // A connection of its own: the server closes one that was idle during the run before.
      const client = await RawClient.open(server.port)
      const { data } = await client.get(company.admin, staffImport.batchImport, wish)
      client.close()
      return untilEnded(ground, data.jobId ?? '')
    }
    client.close()
    const { result: job, cpuMs, databaseMs } = await ground.cpuDuring([server, worker], run)
    const count = async () => {
      const [kept] = await ground.rows<{ count: number }>('select count(*)::int as count from org.staff where company_id = $1', [
        company.id,
      ])
      return (kept?.count ?? 0) - 1
    }
    const isWhole = (await count()) === total
    print({ ...raw('staff import: people written', await count(), 'people'), target: `= ${total}`, holds: isWhole })
    print(atLeast('staff import: with all checks', total / job.seconds, '1/s', 3000))
    print(raw('staff import: worker and database', cpuMs / total, 'CPU-ms each'))
    print(raw('staff import: the database of it', databaseMs / total, 'CPU-ms each'))
    print(atMost('staff import: memory of the worker', peakMemoryMb(worker.pid), 'MiB', 400))
    const again = await run()
    print({
      ...raw('staff import again: people written', (await count()) - total, 'people'),
      target: '= 0',
      holds: (await count()) === total,
    })
    print(raw('staff import again: rows', total / again.seconds, '1/s'))
    await server.stop()
    await worker.stop()
    await ground.rows('truncate org.staff cascade')
  },
}
