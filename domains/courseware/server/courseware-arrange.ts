import { randomUUID } from 'node:crypto'
import { filesModule, storeFile, temporaryBlobs } from '@kaopei/files/server'
import { jobsModule } from '@kaopei/jobs/server'
import { orgModule } from '@kaopei/org/server'
import { questionModule } from '@kaopei/question/server'
import { type TestActor, World } from '@kaopei/server/testing'
import { courseware } from '../contract/courseware.ts'
import { coursewareModule } from './index.ts'

// What this room's tests stand on.

export const openCoursewareWorld = () =>
  World.open([orgModule, jobsModule, filesModule, questionModule, coursewareModule], temporaryBlobs)

/** A whole upload of this person, as far as its row. */
export async function arrangeUpload(
  world: World,
  { companyId, staffId }: Pick<TestActor, 'companyId' | 'staffId'>,
  name: string,
  purpose = 'courseware',
): Promise<string> {
  const id = randomUUID()
  await world.rows(
    `insert into files.object (company_id, id, key, name, content_type, size_bytes, sha256, purpose, state, created_by)
     values ($1, $2, $3, $4, $5, 1000, 'x', $6, 1, $7)`,
    [companyId, id, `jztb/${id}`, name, purpose === 'image' ? 'image/png' : 'application/octet-stream', purpose, staffId],
  )
  return id
}

/** The same with its bytes in the store. */
export async function arrangeStored(world: World, actor: Pick<TestActor, 'companyId' | 'staffId'>, name: string, body: Buffer) {
  const { companyId, staffId: createdBy } = actor
  const file = { companyId, name, contentType: 'video/mp4', purpose: 'courseware', body, createdBy }
  const { fileId } = await world.inCompany(companyId, (db) =>
    storeFile(db, world.services, file, ({ text }) => {
      throw new Error(text)
    }),
  )
  return fileId
}

/** Header of an MP4 with one track, as far as it is looked at: which codec and profile, how long. */
export function madeMp4({ codec = 'avc1', profile = 0x64, seconds = 30 } = {}): Buffer {
  const box = (kind: string, ...parts: readonly Buffer[]) => {
    const content = Buffer.concat(parts)
    const head = Buffer.alloc(8)
    head.writeUInt32BE(content.length + 8, 0)
    head.write(kind, 4, 'latin1')
    return Buffer.concat([head, content])
  }
  const numbers = (...all: readonly number[]) => {
    const bytes = Buffer.alloc(all.length * 4)
    for (const [place, number] of all.entries()) bytes.writeUInt32BE(number, place * 4)
    return bytes
  }
  const entry = box(codec, Buffer.alloc(78), box('avcC', Buffer.from([1, profile, 0, 31])))
  const description = box('minf', box('stbl', box('stsd', numbers(0, 1), entry)))
  const header = box('mdhd', numbers(0, 0, 0, 1000, seconds * 1000, 0))
  const handler = box('hdlr', numbers(0, 0), Buffer.from('vide'), Buffer.alloc(13))
  const track = box('trak', box('mdia', header, handler, description))
  return Buffer.concat([box('ftyp', Buffer.from('isom')), box('mdat', Buffer.alloc(64)), box('moov', track)])
}

/** Coursewares of uploaded files with these names; contributed by whoever makes them. */
export async function addCoursewares(world: World, actor: TestActor, ...names: string[]) {
  const coursewareList = []
  for (const name of names) {
    const fileId = await arrangeUpload(world, actor, name)
    coursewareList.push({ fileId, title: name.replace(/\.\w+$/, ''), contributor: [{ staffId: actor.staffId }] })
  }
  const { dataList } = await world.as(actor).get(courseware.saveBatch, { coursewareList })
  return dataList
}

/** What the worker does of a version, as far as its rows. */
export async function arrangeConverted(world: World, versionId: string, status: 2 | 3 = 2): Promise<void> {
  await world.rows('update courseware.version set trans_status = $2 where id = $1', [versionId, status])
  await world.rows(`update courseware.conversion set state = $2, failure = $3, failure_text = $4 where version_id = $1`, [
    versionId,
    status === 2 ? 'done' : 'failed',
    status === 2 ? null : 'encrypted',
    status === 2 ? null : '文件设置了密码。请去掉密码后替换文件',
  ])
}
