import { staff } from '@kaopei/org/contract/staff'
import { untilEnded } from './background-work.ts'
import { makeCompany } from './company.ts'
import { peakMemoryMb } from './cpu.ts'
import { atLeast, atMost, raw } from './figure.ts'
import type { Piece } from './ground.ts'
import { makeMillion, makeTree } from './people-data.ts'
import { RawClient } from './raw-client.ts'

const rows = 1_000_000

/** Everybody of a company of a million as a workbook of twelve columns, by a worker of its own. */
export const staffExportPiece: Piece = {
  name: 'staff-export',
  run: async (ground, print) => {
    const server = await ground.start('server')
    const company = await makeCompany(ground, 1)
    await makeTree(ground, company, 2_000)
    await makeMillion(ground, company)
    const client = await RawClient.open(server.port)
    const worker = await ground.start('worker')
    const {
      result: job,
      cpuMs,
      databaseMs,
    } = await ground.cpuDuring([worker], async () => {
      const { data } = await client.get(company.admin, staff.export, {})
      return untilEnded(ground, data.jobId)
    })
    const workerSeconds = (cpuMs - databaseMs) / 1000
    print(atLeast('staff export of 1,000,000: rows a second of work', rows / workerSeconds, '1/s', 30_000))
    print(raw('staff export of 1,000,000: rows a second', rows / job.seconds, '1/s'))
    print(raw('staff export of 1,000,000: database', databaseMs / 1000, 'CPU-s'))
    print(atMost('staff export of 1,000,000: memory of the worker', peakMemoryMb(worker.pid), 'MiB', 250))
    await worker.stop()
    client.close()
    await server.stop()
    await ground.rows('truncate org.staff cascade')
  },
}
