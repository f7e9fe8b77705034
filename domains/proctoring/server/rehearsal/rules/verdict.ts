/** What a rehearsal came to, in words: whether so many may begin at once, and what gives way first. */
import { callKinds, callLabels, type Measured, type RunVerdict } from '../../../contract/rehearsal/run.ts'

const mostErrorShare = 0.001
const mostMs = { start: 3000, save: 500, submit: 3000 } as const
const highestLoad = 7
/** Below that nothing in the server waits long enough to be what limits. */
const noticeableMs = 100

export function verdictOf(count: number, measured: Measured): RunVerdict {
  const reasons = reasonsAgainst(count, measured)
  const { save } = measured.calls
  const text =
    reasons.length === 0
      ? `支持 ${count} 人同时开考，p95 保存 ${save.p95} ms`
      : `暂不支持 ${count} 人同时开考：${reasons.join('；')}`
  return { isEnough: reasons.length === 0, text, limit: limitOf(measured), measured }
}

function reasonsAgainst(count: number, { calls, highestLoad: load }: Measured): string[] {
  const answered = callKinds.reduce((sum, kind) => sum + calls[kind].count, 0)
  const errors = callKinds.reduce((sum, kind) => sum + calls[kind].errors, 0)
  const slow = (['start', 'save', 'submit'] as const).filter((kind) => calls[kind].p95 > mostMs[kind])
  const missing = count - calls.submit.count
  return [
    ...(missing > 0 ? [`${missing} 人未能完成交卷`] : []),
    ...(errors > (answered + errors) * mostErrorShare ? [`${errors} 次请求出错（共 ${answered + errors} 次，允许 0.1%）`] : []),
    ...slow.map((kind) => `p95 ${callLabels[kind]} ${calls[kind].p95} ms（要求 ${mostMs[kind]} ms 以内）`),
    ...(load > highestLoad ? [`服务器负载最高 ${load}（要求 ${highestLoad} 以内）`] : []),
  ]
}

/** What waited longest; where the rehearsing process was late itself, the server may be able to do more. */
function limitOf({ loopMs, poolMs, databaseMs, ownLoopMs }: Measured): string {
  const inServer = [
    { ms: loopMs ?? 0, text: '服务进程的处理器：事件循环最长延迟' },
    { ms: poolMs ?? 0, text: '数据库连接池：取得连接最长等待' },
    { ms: databaseMs ?? 0, text: '数据库：应答最长耗时' },
  ].toSorted((one, other) => other.ms - one.ms)
  const [worst] = inServer
  if (ownLoopMs > noticeableMs && ownLoopMs >= (worst?.ms ?? 0))
    return `演练所在的后台进程先到瓶颈（延迟 ${ownLoopMs} ms），服务器的实际能力可能更高`
  if (loopMs === null) return '未能取得服务器负载'
  return worst && worst.ms > noticeableMs ? `${worst.text} ${worst.ms} ms` : '未见瓶颈'
}
