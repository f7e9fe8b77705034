import { readdirSync, readFileSync } from 'node:fs'
import { type PrintTemplate, printPdf, qrSvg } from '@kaopei/print'
import { cpuOfTree, peakMemoryMb } from './cpu.ts'
import { atMost, percentile, raw } from './figure.ts'
import type { Piece } from './ground.ts'

const warmPrints = 200
const manyPages = 500
const questions = 50

/** A page with frame, name, number, QR code. */
const certificate: PrintTemplate = {
  name: 'certificate',
  source: `#set page(paper: "a4", flipped: true, margin: 2cm, background: rect(width: 95%, height: 93%, stroke: 2pt + rgb("#b8860b")))
#let one(c) = [
  #align(center)[#text(36pt, weight: "bold")[培训合格证书]]
  #v(1.5cm)
  #text(18pt)[*#c.name* 同志于 #c.from 至 #c.to 参加“#c.project”，完成全部学习任务，考核成绩 #c.score 分，准予结业，特发此证。]
  #place(bottom + left)[证书编号：#c.number]
  #place(bottom + right)[#vector(c.qr, width: 2.8cm)]
]
#data.map(one).join(pagebreak())`,
}

/** A3 in two columns: what a question needs stays together. */
const paper: PrintTemplate = {
  name: 'paper',
  source: `#set page(paper: "a3", flipped: true, columns: 2, margin: 1.8cm, numbering: "1 / 1")
#align(center)[#text(20pt, weight: "bold")[#data.title]]
#for (index, q) in data.questions.enumerate() {
  block(breakable: false, width: 100%)[#(index + 1). #q.stem（  ）#grid(columns: (1fr, 1fr), row-gutter: 8pt, ..q.options)]
}`,
}

function certificates(count: number, from: number) {
  return Array.from({ length: count }, (_, index) => {
    const number = `KP2026${String(from + index).padStart(8, '0')}`
    const qr = qrSvg(`https://exam.example.com/certificate/${number}`)
    return {
      name: `欧阳${String.fromCodePoint(0x4e00 + ((from + index) % 2000))}`,
      from: '2026 年 3 月 1 日',
      to: '2026 年 5 月 31 日',
      project: '新员工岗前安全培训',
      score: 92.5,
      number,
      qr,
    }
  })
}

const paperData = (turn: number) => ({
  title: `安全生产知识考试（第 ${turn} 套）`,
  questions: Array.from({ length: questions }, (_, index) => ({
    stem: `${turn}.${index} 进入有限空间作业前，下列关于氧含量、可燃气体浓度和通风时间的说法中，哪一项符合现行规程的要求？`,
    options: ['先检测后作业，氧含量 ≥ 19.5 %', '只需通风 30 分钟即可进入', '由作业人员自行决定', '检测一次全天有效'],
  })),
})

export const print: Piece = {
  name: 'print',
  run: async (_ground, show) => {
    const first = performance.now()
    await printPdf(certificate, certificates(1, 0))
    show(raw('print: the first page of a process', performance.now() - first, 'ms'))

    const page = await cpuEach(warmPrints, (turn) => printPdf(certificate, certificates(1, turn)))
    show(atMost('print: a certificate, warm', page.cpuMs, 'CPU-ms', 10))
    show(raw('the same: p95', page.p95, 'ms'))

    const file = await cpuEach(3, (turn) => printPdf(certificate, certificates(manyPages, 1000 * (turn + 1))))
    show(atMost(`print: ${manyPages} certificates in a file, each`, file.cpuMs / manyPages, 'CPU-ms', 3))
    show(raw('the same: the file', file.bytes / 1024 / 1024, 'MiB'))
    show(raw('the same: the time', file.p95, 'ms'))

    const sheet = await cpuEach(20, (turn) => printPdf(paper, paperData(turn)))
    show(atMost(`print: a paper of ${questions} questions, A3`, sheet.cpuMs, 'CPU-ms', 150))
    show(raw('the same: p95', sheet.p95, 'ms'))
    show(atMost('print: the most memory of a press', Math.max(...presses().map(peakMemoryMb)), 'MiB', 400))
  },
}

async function cpuEach(count: number, work: (turn: number) => Promise<Uint8Array>) {
  const times: number[] = []
  let bytes = 0
  const before = cpuOfTree(process.pid)
  for (let turn = 0; turn < count; turn++) {
    const begun = performance.now()
    bytes = (await work(turn)).byteLength
    times.push(performance.now() - begun)
  }
  return { cpuMs: (cpuOfTree(process.pid) - before) / count, p95: percentile(times, 0.95), bytes }
}

/** The processes that print for this one. */
function presses(): number[] {
  const isPress = (pid: string) => {
    try {
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('press-process.ts')
    } catch {
      return false // it ended while we looked
    }
  }
  const parentOf = (pid: string) => Number(/^PPid:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1])
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && isPress(name) && parentOf(name) === process.pid)
    .map(Number)
}
