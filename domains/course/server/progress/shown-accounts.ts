import { type ContactSight, readableContacts, shownAccount } from '@kaopei/org/server'
import type { Db } from '@kaopei/server'

interface WithAccount {
  readonly staffId: string
  readonly loginAccount: string
}

/** Rows with the accounts as far as these eyes may read them. */
export async function withShownAccounts<Row extends WithAccount>(
  db: Db,
  sight: ContactSight,
  rows: readonly Row[],
): Promise<Row[]> {
  const isReadable = await readableContacts(
    db,
    sight,
    rows.map(({ staffId }) => staffId),
  )
  return rows.map((row) => ({ ...row, loginAccount: shownAccount(row.loginAccount, isReadable(row.staffId)) }))
}
