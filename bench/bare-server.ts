import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import pg from 'pg'
import type { BarePaper, BareSave, BareStart, BareSubmit } from './bare-sitter.ts'

// The bare work beside which the product's is measured: the same rows, durable, through the bare driver behind a bare HTTP server. It knows
// nobody, checks nothing, logs nothing and believes every word.

const markHundredths = 200
const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10 })

const statements = {
  attempt: `insert into bench.attempt (company_id, id, exam_id, staff_id, started_at, due_at) values ($1, $2, $3, $4, now(), now() + interval '2 hours')`,
  event: 'insert into bench.event (company_id, attempt_id, id, type, data) values ($1, $2, $3, $4, $5)',
  items: `insert into bench.item (company_id, attempt_id, slot, question_id, version_id, rule_id, type, option_order, max_score)
          select $1, $2, i.slot, i.question, i.version, i.rule, i.type, i.options, ${markHundredths}
          from json_to_recordset($3::json) as i(slot integer, question uuid, version uuid, rule uuid, type smallint, options text[])`,
  revisions: `insert into bench.revision (company_id, attempt_id, slot, rev, answer, answer_hash, server_time)
              select $1, $2, r.slot, r.rev, r.answer, r.hash, now()
              from json_to_recordset($3::json) as r(slot integer, rev integer, answer jsonb, hash text)`,
  answers: `update bench.item i set answer = r.answer, rev = r.rev, answered_at = now()
            from json_to_recordset($3::json) as r(slot integer, rev integer, answer jsonb)
            where i.company_id = $1 and i.attempt_id = $2 and i.slot = r.slot`,
  close: `update bench.attempt set state = 'submitted', submitted_at = now() where company_id = $1 and id = $2`,
  scores: `update bench.item set score = ${markHundredths}, is_correct = true where company_id = $1 and attempt_id = $2`,
} as const

type Ask = (name: keyof typeof statements, ...values: unknown[]) => Promise<unknown>

async function inTransaction(work: (ask: Ask) => Promise<void>): Promise<void> {
  const client = await pool.connect()
  try {
    await client.query('begin')
    await work((name, ...values) => client.query({ name, text: statements[name], values }))
    await client.query('commit')
  } finally {
    client.release()
  }
}

/** What a start answers, and the rows that it writes: told once. */
let told: BarePaper = { items: '[]', sheet: '[]' }

const calls: Readonly<Record<string, (body: string) => Promise<string>>> = {
  '/paper': async (body) => {
    told = JSON.parse(body)
    return '{}'
  },
  '/start': async (body) => {
    const { companyId, examId, staffId }: BareStart = JSON.parse(body)
    const id = randomUUID()
    await inTransaction(async (ask) => {
      await ask('attempt', companyId, id, examId, staffId)
      await ask('items', companyId, id, told.items)
      await ask('event', companyId, id, randomUUID(), 'start', '{}')
    })
    return `{"attemptId":"${id}","sheet":${told.sheet}}`
  },
  '/save': async (body) => {
    const { companyId, attemptId, items }: BareSave = JSON.parse(body)
    const rows = JSON.stringify(items)
    await inTransaction(async (ask) => {
      await ask('revisions', companyId, attemptId, rows)
      await ask('answers', companyId, attemptId, rows)
    })
    return JSON.stringify(items.map(({ slot, rev, hash }) => ({ slot, rev, hash })))
  },
  '/submit': async (body) => {
    const { companyId, attemptId }: BareSubmit = JSON.parse(body)
    await inTransaction(async (ask) => {
      await ask('close', companyId, attemptId)
      await ask('scores', companyId, attemptId)
      await ask('event', companyId, attemptId, randomUUID(), 'submit', '{}')
    })
    return '{}'
  },
}

const server = createServer((request, response) => {
  const answer = (body: string) => {
    const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }
    response.writeHead(200, headers).end(body)
  }
  text(request)
    .then((body) => calls[request.url ?? '']?.(body))
    .then(
      (data) => answer(`{"code":0,"message":"","data":${data ?? 'null'}}`),
      (error: unknown) => answer(JSON.stringify({ code: 1, message: String(error), data: null })),
    )
})
server.listen(Number(process.env.PORT ?? 0), process.env.HOST, () => {
  const address = server.address()
  if (address !== null && typeof address === 'object') process.send?.({ address: `http://127.0.0.1:${address.port}` })
})
process.once('SIGTERM', () => {
  server.closeAllConnections()
  server.close(() => void pool.end().then(() => process.exit(0)))
})
