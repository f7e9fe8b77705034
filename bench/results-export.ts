import { download } from '@kaopei/jobs/contract/download'
import { results } from '@kaopei/result/contract/results'
import { readXlsx } from '@kaopei/sheet'
import { untilEnded } from './background-work.ts'
import { peakMemoryMb } from './cpu.ts'
import { atMost, raw } from './figure.ts'
import type { Piece } from './ground.ts'
import { RawClient } from './raw-client.ts'
import { satExam } from './results-data.ts'

/** 10,000 candidates × 28 columns as a workbook, by the worker, found in the download centre. */
export const resultsExport: Piece = {
  name: 'results-export',
  run: async (ground, print) => {
    const exam = await satExam(ground)
    const { admin } = exam.company
    const server = await ground.start('server')
    const worker = await ground.start('worker')
    const client = await RawClient.open(server.port)
    const export_ = async () => {
      const { data } = await client.get(admin, results.export, { examinationId: exam.id })
      return untilEnded(ground, data.jobId)
    }
    const first = await ground.cpuDuring([server, worker], export_)
    const second = await export_()
    print(atMost('results export: 10,000 × 28, first', first.result.seconds, 's', 2))
    print(raw('results export: 10,000 × 28, second', second.seconds, 's'))
    print(raw('results export: server, worker and database', first.cpuMs, 'CPU-ms'))
    print(atMost('results export: memory of the worker', peakMemoryMb(worker.pid), 'MiB', 250))
    const { data: link } = await client.get(admin, download.link, { id: first.result.id })
    const file = Buffer.from(await (await fetch(`http://127.0.0.1:${server.port}${link.fileUrl}`)).arrayBuffer())
    let rows = 0
    let columns = 0
    for await (const { cells } of readXlsx(file, { maxRows: 20_000 })) {
      rows++
      columns = Math.max(columns, cells.length)
    }
    const isWhole = rows === 10_001 && columns === 28
    print({ ...raw('results export: rows of the finished file', rows, 'rows'), target: '= 10001', holds: isWhole })
    client.close()
    await server.stop()
    await worker.stop()
  },
}
