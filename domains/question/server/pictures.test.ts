import { randomUUID } from 'node:crypto'
import { fileUrl } from '@kaopei/files/server'
import { World } from '@kaopei/server/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { question } from '../contract/question.ts'
import { questionModule } from './index.ts'
import { getQuestion, makeBank, makeQuestion, soundContent, soundFields } from './made-questions.ts'

let world: World
beforeAll(async () => {
  world = await World.open([questionModule])
})
afterAll(() => world.close())

test('a picture is kept as a lasting reference and shown by an address that expires', async () => {
  const admin = await world.actor()
  const fileId = randomUUID()
  const url = fileUrl(world.services, { companyId: admin.companyId, fileId }, 1)
  const stem = `<p>图中是什么？<img src="${url}" alt="灭火器"></p>`
  const id = await makeQuestion(world, admin, soundFields(await makeBank(world, admin), soundContent(1, stem)))
  const [stored] = await world.rows<{ stem: string }>(
    `select content ->> 'stem' as stem from question.question_version where question_id = $1`,
    [id],
  )
  expect(stored?.stem).toBe(`<p>图中是什么？<img src="/files/keep/${fileId}" alt="灭火器" /></p>`)
  const shown = await getQuestion(world, admin, id)
  expect(shown.content.stem).toMatch(/<img src="\/files\/[\w-]{60,}" alt="灭火器" \/>/)
  // What the editor was shown it may send back, however often.
  const again = { ...soundFields(shown.bankId, shown.content), id, version: shown.version }
  expect(await world.as(admin).get(question.modify, again)).toMatchObject({ versionNumber: 1 })
  const [same] = await world.rows<{ stem: string }>(
    `select content ->> 'stem' as stem from question.question_version where question_id = $1`,
    [id],
  )
  expect(same).toEqual(stored)
})

test('pictures from elsewhere are faults of their field, also in drafts', async () => {
  const admin = await world.actor()
  const bankId = await makeBank(world, admin)
  const stranger = fileUrl(world.services, { companyId: randomUUID(), fileId: randomUUID() })
  const addresses = [
    'https://example.com/a.png',
    'data:image/png;base64,AAAA',
    stranger,
    `/files/keep/${randomUUID()}`,
    '/api/v1/x',
  ]
  for (const address of addresses) {
    const content = soundContent(1, `看图<img src="${address}">`)
    for (const status of [0, 1] as const)
      expect(await world.as(admin).call(question.create, soundFields(bankId, content, { status }))).toMatchObject({
        code: 1001,
        data: { fields: [{ path: 'content.stem', message: expect.stringContaining('图片请通过编辑器上传') }] },
      })
  }
})

test('script in stem, options, analysis and answers is gone before it is stored, in every type', async () => {
  const admin = await world.actor()
  const bankId = await makeBank(world, admin, '<img src=x onerror=alert(1)>')
  const attack = '<svg onload=alert(1)></svg><script>alert(1)</script><a href="javascript:alert(1)" onclick="alert(1)">点我</a>'
  for (const type of [1, 2, 3, 4, 6, 7] as const) {
    const sound = soundContent(type, `题干${type}${attack}`)
    const dressed = { ...sound, analysis: `解析${attack}` }
    const content =
      dressed.type === 1 || dressed.type === 2
        ? { ...dressed, options: dressed.options.map((option) => ({ ...option, html: `${option.html}${attack}` })) }
        : dressed.type === 6
          ? { ...dressed, referenceAnswer: attack }
          : dressed
    const id = await makeQuestion(world, admin, soundFields(bankId, content, { title: '<script>alert(1)</script>' }))
    const saved = await getQuestion(world, admin, id)
    expect(JSON.stringify(saved.content)).not.toMatch(/<script|<svg|onload|onclick|javascript:/i)
    expect(saved.content.stem).toContain('点我')
  }
})
