import { randomUUID } from 'node:crypto'
import { filesModule, fileUrl, pictureUrl, storeFile, temporaryBlobs } from '@kaopei/files/server'
import { failing, type TestActor, World } from '@kaopei/server/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { question } from '../../contract/question.ts'
import { questionModule } from '../index.ts'
import { getQuestion, makeBank, makeQuestion, soundContent, soundFields } from '../made-questions.ts'

let world: World
beforeAll(async () => {
  world = await World.open([filesModule, questionModule], temporaryBlobs)
})
afterAll(() => world.close())

async function uploaded(
  { companyId, staffId: createdBy }: TestActor,
  name = '图.png',
  contentType = 'image/png',
): Promise<string> {
  const file = { companyId, name, contentType, purpose: 'editorImage', createdBy, body: Buffer.from('a file') }
  return (await world.inCompany(companyId, (db) => storeFile(db, world.services, file, failing))).fileId
}

test('a picture is kept as a lasting reference and shown by an address that expires', async () => {
  const admin = await world.actor()
  const fileId = await uploaded(admin)
  // The page was open for longer than the address lasts.
  const url = fileUrl(world.services, { companyId: admin.companyId, fileId }, -60)
  const stem = `<p>图中是什么？<img src="${url}" alt="灭火器"></p>`
  const id = await makeQuestion(world, admin, soundFields(await makeBank(world, admin), soundContent(1, stem)))
  const [stored] = await world.rows<{ stem: string }>(
    `select content ->> 'stem' as stem from question.question_version where question_id = $1`,
    [id],
  )
  expect(stored?.stem).toBe(`<p>图中是什么？<img src="/files/keep/${fileId}" alt="灭火器" /></p>`)
  const shown = await getQuestion(world, admin, id)
  expect(shown.content.stem).toMatch(/<img src="\/files\/[\w.-]{60,}" alt="灭火器" \/>/)
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
  const { companyId } = admin
  const colleague = await world.actor({ companyId })
  const fileId = await uploaded(colleague)
  const day = 86_400
  const addresses = [
    'https://example.com/a.png',
    'data:image/png;base64,AAAA',
    '/api/v1/x',
    `/files/keep/${fileId}`,
    `/files/ke/files/keep/${fileId}ep/${fileId}`,
    // Of another company, of nobody in particular, made for somebody else, and too long ago.
    fileUrl(world.services, { companyId: randomUUID(), fileId }),
    fileUrl(world.services, { companyId, fileId }),
    pictureUrl(world.services, { companyId, fileId }),
    pictureUrl(world.services, { companyId, fileId }, { holderId: colleague.staffId }),
    pictureUrl(world.services, { companyId, fileId }, { holderId: admin.staffId, seconds: -day - 60 }),
    // A file that is no picture, also an own one.
    fileUrl(world.services, { companyId, fileId: await uploaded(admin, '工资.pdf', 'application/pdf') }),
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

test('who is shown a question may use its picture in another; what a question had stays whoever changes it', async () => {
  const admin = await world.actor()
  const { companyId } = admin
  const colleague = await world.actor({ companyId })
  const bankId = await makeBank(world, admin)
  const fileId = await uploaded(admin)
  const url = fileUrl(world.services, { companyId, fileId })
  const id = await makeQuestion(world, admin, soundFields(bankId, soundContent(1, `图<img src="${url}">`)))
  const shown = await getQuestion(world, colleague, id)
  const [src = ''] = /\/files\/[^"]+/.exec(shown.content.stem) ?? []
  const other = await makeQuestion(world, colleague, soundFields(bankId, soundContent(1, `另一题<img src="${src}">`)))
  expect((await getQuestion(world, admin, other)).content.stem).toContain('<img src="/files/')
  const old = fileUrl(world.services, { companyId, fileId }, -60)
  const again = { ...soundFields(bankId, soundContent(1, `改了<img src="${old}">`)), id, version: shown.version }
  expect(await world.as(colleague).call(question.modify, again)).toMatchObject({ code: 0 })
})

test('an address in plain text stays what it is', async () => {
  const admin = await world.actor()
  const fileId = await uploaded(admin)
  const text = `<img src="/files/keep/${fileId}">`
  const content = soundContent(4)
  if (content.type !== 4) throw new Error('blanks are needed')
  const blanks = content.blanks.map((blank) => ({ ...blank, alternatives: [{ text, weight: 1 }] }))
  const bankId = await makeBank(world, admin)
  const stem = `${content.stem} /files/keep/${fileId} &lt;img src="/files/keep/${fileId}"&gt;`
  const id = await makeQuestion(world, admin, soundFields(bankId, { ...content, stem, blanks }))
  const shown = JSON.stringify((await getQuestion(world, admin, id)).content)
  expect(shown).toContain(`/files/keep/${fileId}`)
  expect(shown).not.toMatch(/files\/[0-9a-f]{64}/)
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
