import { createServer, type Server } from 'node:net'
import { messageWanted } from '@kaopei/identity/server'
import { emit, type JobContext } from '@kaopei/server'
import { failing, type TestActor, World } from '@kaopei/server/testing'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { outboxMenu } from '../contract/menus.ts'
import { messageState, outbox } from '../contract/outbox.ts'
import { supplier } from '../contract/supplier.ts'
import { channelsOf, type Drivers, messagingModule, sendMessage, sendTemplate, smtpDriver } from './index.ts'
import { DeliveryFailure, outboxDriver } from './message-driver.ts'
import { moveStuckMessages } from './release.sweep.ts'
import { deliverJob } from './send-message.ts'

interface Mail {
  readonly to: string[]
  readonly text: string
}
const received: Mail[] = []
/** What the server says to the next mail; undefined: takes it. */
let refusal: { responseCode: number; text: string } | undefined
const onData: SMTPServerOptions['onData'] = (stream, session, done) => {
  const chunks: Buffer[] = []
  stream.on('data', (chunk: Buffer) => chunks.push(chunk))
  stream.on('end', () => {
    if (refusal) return done(Object.assign(new Error(refusal.text), { responseCode: refusal.responseCode }))
    received.push({
      to: session.envelope.rcptTo.map(({ address }) => address),
      text: Buffer.concat(chunks).toString('utf8'),
    })
    done()
  })
}
const smtp = new SMTPServer({ disabledCommands: ['AUTH', 'STARTTLS'], logger: false, onData })

let world: World
let drivers: Drivers
beforeAll(async () => {
  await new Promise<void>((ready) => smtp.listen(0, '127.0.0.1', ready))
  drivers = {
    mail: smtpDriver({ url: `smtp://127.0.0.1:${portOf(smtp.server)}`, from: '考培 <no-reply@example.com>' }),
    sms: outboxDriver,
  }
  world = await World.open([messagingModule(drivers)], () => ({ channels: channelsOf({ mail: drivers.mail }) }))
})
afterAll(async () => {
  await world.close()
  await new Promise<void>((closed) => smtp.close(closed))
})

function portOf(server: Server): number {
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the server listens on a port')
  return address.port
}

interface Wish {
  readonly channel?: 1 | 2
  readonly address?: string
  readonly dedupeKey?: string
}
const send = ({ companyId }: TestActor, { channel = 2, ...wish }: Wish = {}) =>
  world.inCompany(companyId, (db) =>
    sendMessage(db, { companyId, channel, address: 'a@example.com', subject: '成绩通知', body: '您的验证码为 123456', ...wish }),
  )
const rowsOf = ({ companyId }: TestActor) =>
  world.rows<{ id: string; state: number; attempts: number; last_error: string | null; sent_at: Date | null }>(
    'select id, state, attempts, last_error, sent_at from messaging.outbox where company_id = $1 order by id',
    [companyId],
  )
const dropJobs = () => world.rows('delete from graphile_worker._private_jobs')

/** One delivery by the queue, as the worker makes it. */
function deliver({ companyId }: TestActor, id: string, facts: Partial<JobContext> = {}, using = drivers): Promise<void> {
  return deliverJob(using).run(
    { id },
    {
      companyId,
      attempt: 1,
      isLastAttempt: false,
      fail: failing,
      isStopping: () => false,
      log: world.services.log,
      services: world.services,
      pool: world.services.pool,
      transaction: (work) => world.inCompany(companyId, work),
      ...facts,
    },
  )
}

test('a mail leaves with its Chinese subject and text, once', async () => {
  const actor = await world.actor()
  await send(actor, { address: 'single@example.com' })
  expect(await world.runJobs()).toEqual(['messaging.deliver'])
  const mails = received.filter(({ to }) => to.includes('single@example.com'))
  expect(mails).toHaveLength(1)
  expect(mails[0]?.text).toContain(`Subject: =?UTF-8?`)
  const [row] = await rowsOf(actor)
  expect(row).toMatchObject({ state: messageState.sent, attempts: 1, last_error: null, sent_at: expect.any(Date) })
  await deliver(actor, row?.id ?? '')
  expect(received.filter(({ to }) => to.includes('single@example.com'))).toHaveLength(1)
})

test('a name cannot write headers: no second receiver, no second line of the subject', async () => {
  const actor = await world.actor()
  const { companyId } = actor
  const examName = '期末\r\nBcc: evil@example.com\r\n\r\n<p>假内容</p>'
  const variables = { staffName: '甲\nCc: evil@example.com', examName, startTime: null, endTime: null }
  const message = { companyId, channel: 2, key: 'examPublished', address: 'header@example.com', variables } as const
  await world.inCompany(companyId, (db) => sendTemplate(db, world.services, message))
  await world.runJobs()
  const [mail, ...others] = received.filter(({ text }) => text.includes('header@example.com'))
  expect(others).toEqual([])
  expect(mail?.to).toEqual(['header@example.com'])
  expect(mail?.text.split(/\r?\n\r?\n/)[0]).not.toMatch(/^b?cc:/im)
})

test('a message of a transaction that is undone is never sent', async () => {
  const actor = await world.actor()
  const undone = world.inCompany(actor.companyId, async (db) => {
    await sendMessage(db, { companyId: actor.companyId, channel: 2, address: 'x@example.com', body: '' })
    throw new Error('undone')
  })
  await expect(undone).rejects.toThrow('undone')
  expect(await world.runJobs()).toEqual([])
  expect(await rowsOf(actor)).toEqual([])
})

test('one key is one message, however often it is asked for; another company has its own keys', async () => {
  const [actor, other] = [await world.actor(), await world.actor()]
  for (const who of [actor, actor, other]) await send(who, { dedupeKey: 'exam-1:published', channel: 1, address: '13800000000' })
  await world.runJobs()
  expect(await rowsOf(actor)).toHaveLength(1)
  expect(await rowsOf(other)).toHaveLength(1)
})

test('without a supplier a message is kept in the outbox', async () => {
  const actor = await world.actor()
  await send(actor, { channel: 1, address: '13812345678' })
  await world.runJobs()
  expect(await world.as(actor).get(outbox.list, {})).toMatchObject({
    totalCount: 1,
    dataList: [{ channel: 1, state: messageState.kept, address: '138****5678', body: '您的验证码为 123456', sentAt: null }],
  })
})

test('codes that only the outbox has are read by administrators alone: with them anybody else could become somebody stronger', async () => {
  const admin = await world.actor()
  await send(admin, { channel: 1, address: '13812345678' })
  await world.runJobs()
  const reader = await world.actor({ companyId: admin.companyId, menus: [outboxMenu] })
  const { dataList } = await world.as(reader).get(outbox.list, {})
  expect(dataList).toMatchObject([{ state: messageState.kept, body: '您的验证码为 ******' }])
})

test('what was really sent shows neither address nor code', async () => {
  const actor = await world.actor()
  await send(actor, { address: 'reader@example.com' })
  await world.runJobs()
  const { dataList } = await world.as(actor).get(outbox.list, {})
  expect(dataList).toMatchObject([{ address: 'r***@example.com', body: '您的验证码为 ******', state: messageState.sent }])
})

test('a refusal for now is tried again, one for good is not; the last try ends it', async () => {
  const actor = await world.actor()
  await send(actor)
  await send(actor, { address: 'b@example.com' })
  const [now, good] = (await rowsOf(actor)).map(({ id }) => id)
  refusal = { responseCode: 451, text: 'mailbox busy' }
  await expect(deliver(actor, now ?? '')).rejects.toThrow('mailbox busy')
  expect((await rowsOf(actor))[0]).toMatchObject({ state: messageState.waiting, attempts: 1 })
  await deliver(actor, now ?? '', { isLastAttempt: true })
  expect((await rowsOf(actor))[0]).toMatchObject({
    state: messageState.failed,
    attempts: 2,
    last_error: expect.stringContaining('busy'),
  })
  refusal = { responseCode: 550, text: 'no such mailbox' }
  await deliver(actor, good ?? '')
  expect((await rowsOf(actor))[1]).toMatchObject({ state: messageState.failed, last_error: expect.stringContaining('no such') })
  refusal = undefined
  await dropJobs()
})

test('a mail server that is down is tried again; one that breaks off after the text was handed over is not', async () => {
  const actor = await world.actor()
  await send(actor)
  await send(actor)
  const [first, second] = (await rowsOf(actor)).map(({ id }) => id)
  const broken = await breakingServer()
  const port = portOf(broken)
  const using = { ...drivers, mail: smtpDriver({ url: `smtp://127.0.0.1:${port}`, from: 'x@example.com' }) }
  await deliver(actor, first ?? '', {}, using)
  expect((await rowsOf(actor))[0]).toMatchObject({ state: messageState.failed, last_error: expect.stringContaining('不能确定') })
  await new Promise<void>((closed) => broken.close(() => closed()))
  await expect(deliver(actor, second ?? '', {}, using)).rejects.toThrow()
  expect((await rowsOf(actor))[1]).toMatchObject({ state: messageState.waiting })
  await dropJobs()
})

test('a worker that dies while sending does not make the next one send again; people decide', async () => {
  const actor = await world.actor()
  await send(actor, { address: 'once@example.com' })
  const [row] = await rowsOf(actor)
  const id = row?.id ?? ''
  const dying = { ...drivers, mail: { deliver: () => Promise.reject(new Error('killed')) } }
  await expect(deliver(actor, id, {}, dying)).rejects.toThrow('killed')
  await deliver(actor, id)
  expect((await rowsOf(actor))[0]).toMatchObject({ state: messageState.sending })
  await world.rows(`update messaging.outbox set leased_until = now() where id = $1`, [id])
  await deliver(actor, id)
  expect(received.filter(({ to }) => to.includes('once@example.com'))).toHaveLength(0)
  expect((await rowsOf(actor))[0]).toMatchObject({ state: messageState.failed, last_error: expect.stringContaining('不能确定') })
  await dropJobs()
  expect(await world.as(actor).call(outbox.resend, { id })).toMatchObject({ code: 0 })
  await world.runJobs()
  expect((await rowsOf(actor))[0]).toMatchObject({ state: messageState.sent })
  expect(await world.as(actor).call(outbox.resend, { id })).toMatchObject({ code: 2500 })
  const log = await world.rows(
    'select action, target_id, target_name, before, after from kit.operation_log where company_id = $1',
    [actor.companyId],
  )
  const said = { target_name: 'o***@example.com 成绩通知', before: { state: '发送失败' }, after: { state: '待发送' } }
  expect(log).toEqual([{ action: 'resend', target_id: id, ...said }])
})

test('a server that says nothing is given up after a while, one that refuses the login is tried again; people read why', async () => {
  const actor = await world.actor()
  const silent = createServer(() => undefined)
  await new Promise<void>((ready) => silent.listen(0, '127.0.0.1', ready))
  await send(actor)
  const [row] = await rowsOf(actor)
  const id = row?.id ?? ''
  const through = (url: string) => ({ ...drivers, mail: smtpDriver({ url, from: 'x@example.com', silenceMs: 200 }) })
  await expect(deliver(actor, id, {}, through(`smtp://127.0.0.1:${portOf(silent)}`))).rejects.toThrow()
  expect((await rowsOf(actor))[0]).toMatchObject({ state: messageState.waiting, last_error: '邮件服务器没有响应' })
  await new Promise<void>((closed) => silent.close(() => closed()))
  const locked = new SMTPServer({
    hideSTARTTLS: true,
    allowInsecureAuth: true,
    logger: false,
    onAuth: (_auth, _session, done) => done(new Error('bad credentials')),
  })
  await new Promise<void>((ready) => locked.listen(0, '127.0.0.1', ready))
  await expect(deliver(actor, id, {}, through(`smtp://a:b@127.0.0.1:${portOf(locked.server)}`))).rejects.toThrow()
  expect((await rowsOf(actor))[0]).toMatchObject({
    state: messageState.waiting,
    attempts: 2,
    last_error: expect.stringContaining('拒绝登录'),
  })
  await new Promise<void>((closed) => locked.close(closed))
  await dropJobs()
})

test('an address that the server repeats in its refusal is masked; a code is tried for minutes, a notice for hours', async () => {
  const actor = await world.actor()
  await send(actor, { address: 'nobody@example.com' })
  const [row] = await rowsOf(actor)
  refusal = { responseCode: 550, text: '<nobody@example.com> no such mailbox' }
  await deliver(actor, row?.id ?? '')
  refusal = undefined
  const { dataList } = await world.as(actor).get(outbox.list, {})
  expect(dataList[0]?.lastError).toContain('<n***@example.com> no such mailbox')
  await dropJobs()
  const { companyId } = actor
  const variables = { purpose: '登录', code: '123456', minutes: 5 }
  const code = { companyId, channel: 2, key: 'verifyCode', address: 'c@example.com', variables } as const
  await world.inCompany(companyId, (db) => sendTemplate(db, world.services, code))
  await send(actor)
  const tries = await world.rows('select max_attempts as most from graphile_worker._private_jobs order by id')
  expect(tries).toEqual([{ most: 6 }, { most: 12 }])
  await dropJobs()
})

test('many failed messages are sent again at once; others among them are left as they are', async () => {
  const actor = await world.actor()
  for (const address of ['one@example.com', 'two@example.com', 'three@example.com']) await send(actor, { address })
  const ids = (await rowsOf(actor)).map(({ id }) => id)
  refusal = { responseCode: 550, text: 'no' }
  for (const id of ids.slice(0, 2)) await deliver(actor, id)
  refusal = undefined
  await deliver(actor, ids[2] ?? '')
  await dropJobs()
  const foreign = await world.actor()
  expect(await world.as(foreign).get(outbox.resends, { ids })).toEqual({ count: 0 })
  expect(await world.as(actor).get(outbox.resends, { ids })).toEqual({ count: 2 })
  await world.runJobs()
  expect((await rowsOf(actor)).map(({ state, attempts }) => [state, attempts])).toEqual([
    [messageState.sent, 2],
    [messageState.sent, 2],
    [messageState.sent, 1],
  ])
})

test('two workers with one message send it once', async () => {
  const actor = await world.actor()
  await send(actor, { address: 'race@example.com' })
  const [row] = await rowsOf(actor)
  const reached = Promise.withResolvers<void>()
  const goOn = Promise.withResolvers<void>()
  let count = 0
  const deliverSlowly = async () => {
    count += 1
    reached.resolve()
    await goOn.promise
    return 'sent' as const
  }
  const slow = { ...drivers, mail: { deliver: deliverSlowly } }
  const first = deliver(actor, row?.id ?? '', {}, slow)
  await reached.promise
  await deliver(actor, row?.id ?? '', {}, slow)
  expect((await rowsOf(actor))[0]).toMatchObject({ state: messageState.sending, last_error: null })
  goOn.resolve()
  await first
  expect(count).toBe(1)
  expect((await rowsOf(actor))[0]).toMatchObject({ state: messageState.sent, last_error: null })
  await dropJobs()
})

test('a taker that had been given up cannot end what a person has sent again', async () => {
  const actor = await world.actor()
  await send(actor)
  const [row] = await rowsOf(actor)
  const id = row?.id ?? ''
  const takings = [0, 1].map(() => ({ begun: Promise.withResolvers<void>(), end: Promise.withResolvers<'sent'>() }))
  const through = (taking?: (typeof takings)[number]) => ({
    ...drivers,
    mail: {
      deliver: async () => {
        taking?.begun.resolve()
        return taking?.end.promise ?? ('sent' as const)
      },
    },
  })
  const first = deliver(actor, id, {}, through(takings[0]))
  await takings[0]?.begun.promise
  await world.rows(`update messaging.outbox set leased_until = now() where id = $1`, [id])
  await deliver(actor, id)
  await world.as(actor).get(outbox.resend, { id })
  const second = deliver(actor, id, {}, through(takings[1]))
  await takings[1]?.begun.promise
  takings[0]?.end.reject(new DeliveryFailure('never', 'refused'))
  await first
  expect((await rowsOf(actor))[0]).toMatchObject({ state: messageState.sending, attempts: 2 })
  takings[1]?.end.resolve('sent')
  await second
  expect((await rowsOf(actor))[0]).toMatchObject({ state: messageState.sent })
  await dropJobs()
})

test('messages that nothing moves any more get a place in the queue again', async () => {
  const actor = await world.actor()
  await send(actor, { address: 'lost@example.com' })
  await send(actor, { address: 'taken@example.com' })
  await dropJobs()
  const [lost, taken] = await rowsOf(actor)
  await world.rows(`update messaging.outbox set created_at = now() - interval '1 hour' where company_id = $1`, [actor.companyId])
  await world.rows(
    `update messaging.outbox set state = 4, attempts = 1, leased_until = now() - interval '1 hour' where id = $1`,
    [taken?.id],
  )
  expect(await moveStuckMessages(world.services)).toBe(2)
  expect(await moveStuckMessages(world.services)).toBe(0)
  await world.runJobs()
  const after = new Map((await rowsOf(actor)).map((row) => [row.id, row.state]))
  expect([after.get(lost?.id ?? ''), after.get(taken?.id ?? '')]).toEqual([messageState.sent, messageState.failed])
})

test('codes that the login room wants sent are sent', async () => {
  const actor = await world.actor()
  const wanted = {
    channel: 2,
    address: 'code@example.com',
    purpose: '绑定邮箱',
    code: '654321',
    minutes: 10,
    dedupeKey: 'k',
  } as const
  await world.inCompany(actor.companyId, async (db) => {
    await emit(db, messageWanted, actor.companyId, wanted)
    await emit(db, messageWanted, actor.companyId, wanted)
  })
  await world.runJobs()
  const mails = received.filter(({ to }) => to.includes('code@example.com'))
  expect(mails).toHaveLength(1)
  const rows = await world.rows<{ body: string }>('select body from messaging.outbox where company_id = $1', [actor.companyId])
  expect(rows[0]?.body).toContain('<strong>654321</strong>')
})

test('the list is filtered, and opens with its right, in its company alone', async () => {
  const actor = await world.actor()
  await send(actor, { address: 'find-me@example.com' })
  await send(actor, { channel: 1, address: '13900000001' })
  await world.runJobs()
  const addresses = async (filter: Parameters<typeof list>[0]) => (await list(filter)).map(({ channel }) => channel)
  const list = async (filter: { keyWords?: string; channel?: 1 | 2; state?: 1 | 3; beginTime?: string; endTime?: string }) =>
    (await world.as(actor).get(outbox.list, filter)).dataList
  expect(await addresses({})).toEqual([1, 2])
  // Whole addresses find their messages, parts of what is masked find nothing.
  expect(await addresses({ keyWords: 'FIND-me@example.com' })).toEqual([2])
  expect(await addresses({ keyWords: '13900000001' })).toEqual([1])
  expect(await addresses({ keyWords: 'find' })).toEqual([])
  expect(await addresses({ keyWords: '3900000' })).toEqual([])
  expect(await addresses({ channel: 1 })).toEqual([1])
  expect(await addresses({ state: messageState.sent })).toEqual([2])
  expect(await addresses({ beginTime: '2000-01-01', endTime: '2000-12-31' })).toEqual([])
  expect(await world.as(await world.actor()).get(outbox.list, {})).toMatchObject({ totalCount: 0 })
  const { companyId } = actor
  const reader = await world.actor({ companyId, menus: [outboxMenu] })
  expect(await world.as(reader).call(outbox.list, {})).toMatchObject({ code: 0 })
  const [row] = await rowsOf(actor)
  expect(await world.as(reader).call(outbox.resend, { id: row?.id ?? '' })).toMatchObject({ code: 1002 })
  expect(await world.as(await world.actor({ rights: [] })).call(outbox.list, {})).toMatchObject({ code: 1002 })
  const stranger = await world.actor()
  expect(await world.as(stranger).call(outbox.resend, { id: row?.id ?? '' })).toMatchObject({ code: 1008 })
})

/** Speaks SMTP until the text is handed over, then breaks off without an answer. */
async function breakingServer(): Promise<Server> {
  const server = createServer((socket) => {
    let inText = false
    socket.on('error', () => undefined)
    socket.write('220 ready\r\n')
    socket.on('data', (data) => {
      const said = data.toString()
      if (inText) {
        if (said.includes('\r\n.\r\n')) socket.destroy()
        return
      }
      inText = said.startsWith('DATA')
      socket.write(inText ? '354 go on\r\n' : '250 ok\r\n')
    })
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  return server
}

test('anybody signed in may know which messages leave the house', async () => {
  const actor = await world.actor({ rights: [] })
  expect(await world.as(actor).get(supplier.state)).toEqual({ sms: false, mail: true, smsMessages: [] })
})
