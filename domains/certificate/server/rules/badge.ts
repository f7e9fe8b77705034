/** An Open Badges 3.0 credential as it is signed (1EdTech, ob_v3p0 §8.2, "JSON Web Token Proof Format"). */

export interface BadgeFacts {
  readonly certificateId: string
  /** Where the company's people open this product. */
  readonly site: string
  readonly companyId: string
  readonly company: string
  readonly title: string
  readonly criteria: string
  readonly ruleId: string
  readonly holderId: string
  readonly holderName: string
  readonly number: string
  readonly code: string
  readonly issuedAt: Date
  readonly validUntil: Date | null
}

export const issuerUrl = (site: string, companyId: string) => `${site}/certificate/issuers/${companyId}`
export const keyUrl = (site: string, keyId: string) => `${site}/certificate/keys/${keyId}`
export const revocationUrl = (site: string, companyId: string) => `${site}/certificate/revocations/${companyId}`
export const credentialUrn = (certificateId: string) => `urn:uuid:${certificateId}`

/** The credential with the claims that a verifier of tokens reads beside it. */
export function badgePayload(facts: BadgeFacts): Record<string, unknown> {
  const { certificateId, site, companyId, holderId, issuedAt, validUntil } = facts
  const issuer = issuerUrl(site, companyId)
  const id = credentialUrn(certificateId)
  const seconds = (at: Date) => Math.floor(at.getTime() / 1000)
  return {
    '@context': ['https://www.w3.org/ns/credentials/v2', 'https://purl.imsglobal.org/spec/ob/v3p0/context-3.0.3.json'],
    id,
    type: ['VerifiableCredential', 'OpenBadgeCredential'],
    name: facts.title,
    issuer: { id: issuer, type: ['Profile'], name: facts.company },
    validFrom: issuedAt.toISOString(),
    ...(validUntil && { validUntil: validUntil.toISOString() }),
    credentialSubject: {
      id: `urn:uuid:${holderId}`,
      type: ['AchievementSubject'],
      identifier: [
        { type: 'IdentityObject', identityHash: facts.holderName, identityType: 'name', hashed: false },
        { type: 'IdentityObject', identityHash: facts.number, identityType: 'ext:certificateNumber', hashed: false },
      ],
      achievement: {
        id: `urn:uuid:${facts.ruleId}`,
        type: ['Achievement'],
        name: facts.title,
        description: facts.criteria,
        criteria: { narrative: facts.criteria },
      },
    },
    evidence: [{ id: `${site}/certificate/${facts.code}`, type: ['Evidence'], name: '验证页面' }],
    credentialStatus: { id: revocationUrl(site, companyId), type: '1EdTechRevocationList' },
    iss: issuer,
    jti: id,
    nbf: seconds(issuedAt),
    sub: `urn:uuid:${holderId}`,
    ...(validUntil && { exp: seconds(validUntil) }),
  }
}
