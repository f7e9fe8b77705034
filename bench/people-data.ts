import type { Company } from './company.ts'
import type { Ground } from './ground.ts'

const people = 1_000_000
const surnames =
  '王李张刘陈杨黄赵吴周徐孙马朱胡郭何林高罗郑梁谢宋唐许韩冯邓曹彭曾肖田董潘袁蔡蒋余于杜叶程苏魏吕丁任沈姚卢姜崔钟谭陆汪范金石'
const given =
  '伟芳娜敏静丽强磊军洋勇艳杰娟涛明超秀霞平刚桂英华玉兰建国文辉力永健世广志义兴良海山仁波宁贵福生龙元全胜学祥才发武新利清飞彬富顺信子'

/** Below the one branch of the company, which holds a tenth of all departments; the rest lies beside it. */
export async function makeTree(ground: Ground, { id, departmentIds }: Company, departments: number): Promise<void> {
  const [root, branch] = departmentIds
  await ground.rows(
    `insert into org.department (company_id, id, parent_id, name, path)
     select $1, d.id, d.parent, '科室' || d.n, '/' || $2::uuid || '/' || case when d.parent = $3 then $3::uuid || '/' else '' end || d.id || '/'
     from (select gen_random_uuid() as id, n, case when n % 10 = 0 then $3::uuid else $2::uuid end as parent from generate_series(1, $4) n) d`,
    [id, root, branch, departments],
  )
}

/** Spread evenly over the departments, with names as they are common. */
export async function makeMillion(ground: Ground, { id }: Company): Promise<void> {
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
