import { staff } from '@kaopei/org/contract/staff'
import { openPools } from '@kaopei/server/postgres'
import type pg from 'pg'
import { makeCompany } from './company.ts'
import { atMost, percentile, raw } from './figure.ts'
import { note, type Piece } from './ground.ts'
import { makeMillion, makeTree } from './people-data.ts'
import { RawClient } from './raw-client.ts'

const rounds = 60
const keywords = ['张伟', '王', '李秀英', '138', '欧阳', 'user99', '陈静', '刘洋']
/** One page of a million people, by keyword and by keyword within a department and all below it. */
export const staffList: Piece = {
  name: 'staff-list',
  run: async (ground, print) => {
    const server = await ground.start('server')
    const company = await makeCompany(ground, 1)
    await makeTree(ground, company, 200)
    const begun = performance.now()
    await makeMillion(ground, company)
    note(`a million people took ${Math.round((performance.now() - begun) / 1000)} s`)
    const client = await RawClient.open(server.port)
    const pools = openPools({ url: ground.url, appPoolSize: 1 })
    const http: number[] = []
    const bare: number[] = []
    const byKeyword = new Map<string, number[]>()
    let cpuMs = 0
    for (let round = -8; round < rounds; round++) {
      const keyWords = keywords[(round + 8) % keywords.length]
      const departmentId = company.departmentIds[round % 3 === 0 ? 0 : 1]
      const { result, cpuMs: used } = await ground.cpuDuring([server], () =>
        client.get(company.admin, staff.list, { keyWords, departmentId }),
      )
      const direct = await bareSql(pools.app, company.id, keyWords ?? '', departmentId ?? '')
      if (result.data.totalCount !== direct.total)
        throw new Error(`list says ${result.data.totalCount}, bare SQL ${direct.total}`)
      if (round < 0) continue
      http.push(result.ms)
      const word = `${keyWords} (${direct.total})`
      byKeyword.set(word, [...(byKeyword.get(word) ?? []), result.ms])
      bare.push(direct.ms)
      cpuMs += used
    }
    for (const [word, times] of byKeyword) note(`${word} people: p50 ${percentile(times, 0.5).toFixed(1)} ms`)
    print(atMost('staff list of 1,000,000: p95', percentile(http, 0.95), 'ms', 100))
    print(raw('staff list of 1,000,000: p50', percentile(http, 0.5), 'ms'))
    print(raw('staff list of 1,000,000: bare SQL p50', percentile(bare, 0.5), 'ms'))
    const sum = (times: readonly number[]) => times.reduce((total, ms) => total + ms, 0)
    print(atMost('staff list of 1,000,000: page per bare SQL', sum(http) / sum(bare), 'ratio', 2))
    print(raw('staff list of 1,000,000: server and database', cpuMs / rounds, 'CPU-ms'))
    client.close()
    await pools.close()
    await server.stop()
    await ground.rows('truncate org.staff cascade') // a million rows would slow the pieces after this one
  },
}

/** The page's own SQL through the bare driver: the search and the rows it found, in one transaction of the company. */
async function bareSql(
  pool: pg.Pool,
  companyId: string,
  keyword: string,
  departmentId: string,
): Promise<{ ms: number; total: number }> {
  const filter = { keyword, seesPrivate: true, under: [departmentId] }
  const client = await pool.connect()
  const begun = performance.now()
  try {
    await client.query(`begin; set local app.company_id = '${companyId}'`)
    const { rows: found } = await client.query<{ id: string | null; total: number }>({
      name: 'bench-find',
      text: 'select id, total from org.find_staff($1, $2, 0, 10, null)',
      values: [companyId, filter],
    })
    await client.query({
      name: 'bench-rows',
      text: `select s.*, d.name as department, d.path
             from org.staff s
             left join org.department d on d.company_id = s.company_id and d.id = s.department_id
             where s.company_id = $1 and s.id = any ($2)
             order by s.id desc`,
      values: [companyId, found.flatMap(({ id }) => id ?? [])],
    })
    await client.query('commit')
    return { ms: performance.now() - begun, total: Number(found[0]?.total ?? 0) }
  } finally {
    client.release()
  }
}
