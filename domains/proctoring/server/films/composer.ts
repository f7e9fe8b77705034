import { type Db, databaseNow, inTransaction, type Module, type RawServices, Troubles } from '@kaopei/server'
import { composeFilm } from './compose.ts'
import { dropFilm, filmsUnseen, filmsWaiting, isSomeServerBusy } from './film.sql.ts'
import { filmKeysAround } from './film-key.ts'
import { inPlace } from './place.ts'

const candidates = 10
const busyMs = 15_000
const unseenMs = 30 * 24 * 3_600_000
const dropBatch = 100
const troubles = new Troubles('proctoring-films-unseen')

/** Composes the film that is first in the queue; nothing while a server has much to do. Answers how many it was. */
export async function composeNext(services: RawServices): Promise<number> {
  const now = databaseNow()
  const waiting = await inTransaction(services.pool, undefined, async (db) => {
    const isBusy = await isSomeServerBusy(db, new Date(now.getTime() - busyMs))
    return isBusy ? [] : filmsWaiting(db, now, candidates)
  })
  if (waiting.length === 0) return 0
  let done = 0
  await inPlace(services, async () => {
    for (const name of waiting) {
      if (!(await composeFilm(services, name))) continue
      done = 1
      return
    }
  })
  return done
}

/** A film can be made again: what nobody has looked at for long takes no room. */
export async function dropUnseenFilms(services: RawServices, now: Date): Promise<number> {
  const since = new Date(now.getTime() - unseenMs)
  const unseen = await inTransaction(services.pool, undefined, (db) => filmsUnseen(db, since, dropBatch + troubles.size))
  let done = 0
  for (const name of unseen) {
    const film = { companyId: name.companyId, id: `${name.attemptId}:${name.source}` }
    const count = await troubles.guard(services, film, async () => {
      const dropped = await inTransaction(services.pool, name.companyId, (db: Db) => dropFilm(db, name, since, now))
      if (dropped) for (const key of filmKeysAround({ ...name, ...dropped })) await services.evidence.remove(key)
      return 1
    })
    done += count ?? 0
  }
  return done
}

export const filmsModule: Module = {
  endpoints: [],
  backlogs: [{ name: 'proctoring-films', everySeconds: 3, work: composeNext }],
  sweeps: [
    {
      name: 'proctoring-films-unseen',
      everySeconds: 3600,
      run: async (services) => {
        while ((await dropUnseenFilms(services, databaseNow())) >= dropBatch);
      },
    },
  ],
}
