import { randomUUID } from 'node:crypto'
import { filesModule, temporaryBlobs } from '@kaopei/files/server'
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
  await world.rows(`update courseware.conversion set state = $2, failure_text = $3 where version_id = $1`, [
    versionId,
    status === 2 ? 'done' : 'failed',
    status === 2 ? null : '文件已加密，请去除密码后重新上传',
  ])
}
