import type { MerchantRow } from '../contract/merchant.ts'

export function validityOf({ validFrom, validUntil }: Pick<MerchantRow, 'validFrom' | 'validUntil'>): string {
  if (validFrom === null && validUntil === null) return '长期有效'
  return `${validFrom ?? '不限'} 至 ${validUntil ?? '不限'}`
}

const gigabyte = 1024 ** 3

export function storageQuotaOf({ storageQuotaGb }: Pick<MerchantRow, 'storageQuotaGb'>): number | null {
  return storageQuotaGb === null ? null : storageQuotaGb * gigabyte
}
