import { replay as replayCalls } from '@kaopei/proctoring/contract/replay/replay'
import { chromium, type Page } from 'playwright-core'
import { makeCompany } from './company.ts'
import { confirmNotices, makeExam, seat } from './exam-data.ts'
import { atMost, percentile, raw } from './figure.ts'
import type { Ground, Piece } from './ground.ts'
import { RawClient } from './raw-client.ts'

const events = 10_000
const saves = 200
const moves = 40
const turns = 5
const patienceMs = 60_000
const hours = 2

/** An attempt with ten thousand events on its slider, in Chromium: until it can be moved, and until a move is drawn. Build the console first. */
export const replay: Piece = {
  name: 'replay',
  run: async (ground, print) => {
    const company = await makeCompany(ground)
    const [{ domain = '' } = {}] = await ground.rows<{ domain: string }>('select domain from identity.company where id = $1', [
      company.id,
    ])
    const server = await ground.start('server', { KAOPEI_DEFAULT_DOMAIN: domain })
    const exam = await makeExam(ground, company, 1)
    await confirmNotices(ground, exam, server.port)
    const [sitter] = await seat(exam, server.port)
    if (!sitter) throw new Error('nobody sits')
    await sitter.start()
    for (let turn = 0; turn < saves; turn++) await sitter.save(turn)
    await makeEvents(ground, company.id, sitter.attemptId)
    const client = await RawClient.open(server.port)
    const result = { examinationResultId: sitter.attemptId }
    await client.get(company.admin, replayCalls.open, { ...result, reason: '核查' })
    const { result: answer, cpuMs } = await ground.cpuDuring([server], () => client.get(company.admin, replayCalls.get, result))
    print(raw('replay of 10,000 events: its call', answer.ms, 'ms'))
    print(raw('the same: server and database', cpuMs, 'CPU-ms'))
    const browser = await chromium.launch({
      executablePath: process.env.KAOPEI_SHELL ?? '/usr/bin/chromium',
      args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage'],
    })
    try {
      const page = await (await browser.newContext({ viewport: { width: 1440, height: 900 } })).newPage()
      const address = `http://127.0.0.1:${server.port}`
      const { token, signKey, id: staffId } = company.admin
      await page.addInitScript(
        (facts) => localStorage.setItem('kaopei.session', facts),
        JSON.stringify({ token, signKey, staffId }),
      )
      const path = `/application/ote/markCheating-replay?examinationResultId=${sitter.attemptId}`
      await opened(page, address, path)
      const times: number[] = []
      for (let turn = 0; turn < turns; turn++) times.push(await opened(page, address, path))
      print(atMost('replay of 10,000 events: opened', percentile(times, 0.5), 'ms', 1000))
      const moved = await movedTimes(page)
      print(atMost('replay of 10,000 events: a move drawn, p95', percentile(moved, 0.95), 'ms', 100))
      print(raw('the same: p50', percentile(moved, 0.5), 'ms'))
    } finally {
      await browser.close()
    }
    client.close()
    sitter.close()
    await server.stop()
  },
}

/** From another page of the console, which is there already. */
async function opened(page: Page, address: string, path: string): Promise<number> {
  await page.goto(`${address}/application/ote/markCheating`)
  await page.getByRole('navigation').first().waitFor({ timeout: patienceMs })
  await page.waitForLoadState('networkidle')
  const begun = performance.now()
  await page.evaluate((to) => {
    history.pushState({}, '', to)
    dispatchEvent(new PopStateEvent('popstate', { state: {} }))
  }, path)
  await page.getByLabel('回放时刻').waitFor({ timeout: patienceMs })
  return performance.now() - begun
}

/** From the moment the slider is elsewhere until the frame after it is painted, in the page's own clock. */
function movedTimes(page: Page): Promise<number[]> {
  return page.evaluate(async (count) => {
    const slider = document.querySelector<HTMLInputElement>('input[type=range]')
    if (!slider) throw new Error('there is no slider')
    const [least, most] = [Number(slider.min), Number(slider.max)]
    const set = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set
    const frame = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
    const times: number[] = []
    for (let move = 1; move <= count; move++) {
      const begun = performance.now()
      set?.call(slider, String(Math.round(least + ((most - least) * ((move * 17) % count)) / count)))
      slider.dispatchEvent(new Event('input', { bubbles: true }))
      await frame()
      times.push(performance.now() - begun)
    }
    return times
  }, moves)
}

/** Two thousand absences, a thousand times without network, and what else a client tells; spread over the attempt. */
async function makeEvents(ground: Ground, companyId: string, attemptId: string): Promise<void> {
  await ground.rows(
    `update sitting.attempt set started_at = started_at - make_interval(hours => $3) where company_id = $1 and id = $2`,
    [companyId, attemptId, hours],
  )
  await ground.rows(
    `insert into sitting.attempt_event (company_id, attempt_id, type, source, lease_epoch, client_seq, client_time, server_time, data)
     select $1, $2, (array['signal', 'signal', 'copy', 'netDown', 'signal', 'signal', 'paste', 'netUp', 'copy', 'paste'])[1 + n % 10], 'client', 1, n,
       t.at, t.at, case when n % 10 in (0, 4) then '{"visible": false, "focused": false, "fullScreen": true}'::jsonb
         when n % 10 in (1, 5) then '{"visible": true, "focused": true, "fullScreen": true}' else '{}' end
     from generate_series(1, $3::integer) n
     cross join lateral (select now() - make_interval(hours => $4) * (1 - n::float8 / $3) as at) t`,
    [companyId, attemptId, events, hours],
  )
  await ground.settle('sitting.attempt_event')
}
