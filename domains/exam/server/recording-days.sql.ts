import { changesOf, type Db, findOne } from '@kaopei/server'
import { z } from 'zod'
import { recordingDays, usualRecordingDays } from '../contract/recording-days.ts'

const daysRow = recordingDays.extend({ version: z.int() })
export type StoredDays = z.output<typeof daysRow>

/** How long recordings of the company stay; version 0: it has said nothing. */
export async function selectRecordingDays(db: Db): Promise<StoredDays> {
  const found = await findOne(db, daysRow)`
    select screen_film as "screenFilm", camera_film as "cameraFilm", screen_picture as "screenPicture", photograph, check_in as "checkIn", frame, appeal, pack, version
    from exam.recording_days
    where company_id = ${db.companyId}`
  return found ?? { ...usualRecordingDays, version: 0 }
}

/** False when somebody else has changed it since that version. */
export async function saveRecordingDays(db: Db, { version, ...days }: StoredDays): Promise<boolean> {
  const { screenFilm, cameraFilm, screenPicture, photograph, checkIn, frame, appeal, pack } = days
  const written =
    version === 0
      ? await changesOf(db)`
          insert into exam.recording_days (company_id, screen_film, camera_film, screen_picture, photograph, check_in, frame, appeal, pack)
          values (${db.companyId}, ${screenFilm}, ${cameraFilm}, ${screenPicture}, ${photograph}, ${checkIn}, ${frame}, ${appeal}, ${pack})
          on conflict do nothing`
      : await changesOf(db)`
          update exam.recording_days
          set screen_film = ${screenFilm}, camera_film = ${cameraFilm}, screen_picture = ${screenPicture}, photograph = ${photograph},
            check_in = ${checkIn}, frame = ${frame}, appeal = ${appeal}, pack = ${pack}, version = version + 1
          where company_id = ${db.companyId} and version = ${version}`
  return written > 0
}
