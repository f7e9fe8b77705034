import { staff } from '@kaopei/org/contract/staff'
import { openPools } from '@kaopei/server/postgres'
import type pg from 'pg'
import { type Company, makeCompany } from './company.ts'
import { atMost, percentile, raw } from './figure.ts'
import { type Ground, note, type Piece } from './ground.ts'
import { RawClient } from './raw-client.ts'

const people = 1_000_000
const departments = 200
const rounds = 60
const keywords = ['张伟', '王', '李秀英', '138', '欧阳', 'user99', '陈静', '刘洋']
const surnames =
  '王李张刘陈杨黄赵吴周徐孙马朱胡郭何林高罗郑梁谢宋唐许韩冯邓曹彭曾肖田董潘袁蔡蒋余于杜叶程苏魏吕丁任沈姚卢姜崔钟谭陆汪范金石'
const given =
  '伟芳娜敏静丽强磊军洋勇艳杰娟涛明超秀霞平刚桂英华玉兰建国文辉力永健世广志义兴良海山仁波宁贵福生龙元全胜学祥才发武新利清飞彬富顺信子'

/** One page of a million people, by keyword and by keyword within a department and all below it. */
export const staffList: Piece = {
  name: 'staff-list',
  run: async (ground, print) => {
    const server = await ground.start('server')
    const company = await makeCompany(ground, 1)
    await makeTree(ground, company)
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

/** Below the one branch of the company, which holds a tenth of all departments; the rest lies beside it. */
async function makeTree(ground: Ground, { id, departmentIds }: Company): Promise<void> {
  const [root, branch] = departmentIds
  await ground.rows(
    `insert into org.department (company_id, id, parent_id, name, path)
     select $1, d.id, d.parent, '科室' || d.n, '/' || $2::uuid || '/' || case when d.parent = $3 then $3::uuid || '/' else '' end || d.id || '/'
     from (select gen_random_uuid() as id, n, case when n % 10 = 0 then $3::uuid else $2::uuid end as parent from generate_series(1, $4) n) d`,
    [id, root, branch, departments],
  )
}

async function makeMillion(ground: Ground, { id }: Company): Promise<void> {
  const client = await ground.owner.connect()
  try {
    // Built at once when all are there: many times faster than row by row.
    const { rows } = await client.query<{ definition: string }>(
      `select pg_get_indexdef('org.staff_by_pieces'::regclass) as definition`,
    )
    await client.query('drop index org.staff_by_pieces')
    await client.query('select setseed(0.5)')
    await client.query(
      `insert into org.staff (company_id, name, login_account, phone, email, job_number, department_id)
       select $1,
         substr($2, 1 + floor(random() * length($2))::int, 1)
           || substr($3, 1 + floor(random() * length($3))::int, 1)
           || case when random() < 0.7 then substr($3, 1 + floor(random() * length($3))::int, 1) else '' end,
         'user' || n, '1' || 30 + n % 60 || lpad(n::text, 8, '0'), 'user' || n || '@example.cn', 'J' || lpad(n::text, 7, '0'),
         d.ids[1 + n % cardinality(d.ids)]
       from generate_series(1, $4) n
       cross join (select array_agg(id) as ids from org.department where company_id = $1) d`,
      [id, surnames, given, people],
    )
    await client.query(`set maintenance_work_mem = '512MB'`)
    await client.query(rows[0]?.definition ?? '')
  } finally {
    client.release()
  }
  await ground.settle('org.staff', 'org.department')
}
