/** A published form of a secret, and an invented sample. */
interface SecretPattern {
  what: string;
  /** Source of a regular expression without groups. Begins with a literal and has one repetition: linear. */
  source: string;
  sample: string;
}

/**
 * Forms that providers publish for their tokens. Sources: GitHub's "About authentication to GitHub" (token formats),
 * the secret scanning pages of GitHub and GitLab, the key pages of each provider.
 */
export const SECRET_PATTERNS: readonly SecretPattern[] = [
  // A digit or capital must come soon: `sk-fading-circle` is a class of a style sheet.
  {
    what: "OpenAI, Anthropic, OpenRouter, DeepSeek",
    source: "\\bsk-(?=[a-z_-]{0,40}[A-Z0-9])[A-Za-z0-9_-]{6,}",
    sample: "sk-proj-abcdef012345",
  },
  { what: "Stripe", source: "\\b[srp]k_(?:live|test)_[A-Za-z0-9]{6,}", sample: "sk_live_abcdef012345" },
  { what: "Google", source: "\\bAIza[A-Za-z0-9_-]{10,}", sample: "AIzaSyA0000000000000000000" },
  { what: "Google OAuth", source: "\\bya29\\.[A-Za-z0-9_.-]{10,}", sample: "ya29.a0Aabcdefghij" },
  { what: "GitHub", source: "\\bgh[pousr]_[A-Za-z0-9]{10,}", sample: "ghp_abcdefghij0123456789" },
  { what: "GitHub, fine-grained", source: "\\bgithub_pat_[A-Za-z0-9_]{10,}", sample: "github_pat_11ABCDEFG0abcdef" },
  { what: "GitLab", source: "\\bglpat-[A-Za-z0-9_-]{10,}", sample: "glpat-abcdefghij0123456789" },
  { what: "Groq", source: "\\bgsk_[A-Za-z0-9]{10,}", sample: "gsk_abcdefghij0123456789" },
  { what: "xAI", source: "\\bxai-[A-Za-z0-9]{10,}", sample: "xai-abcdefghij0123456789" },
  { what: "Hugging Face", source: "\\bhf_[A-Za-z0-9]{10,}", sample: "hf_abcdefghij0123456789" },
  { what: "Replicate", source: "\\br8_[A-Za-z0-9]{10,}", sample: "r8_abcdefghij0123456789" },
  { what: "Perplexity", source: "\\bpplx-[A-Za-z0-9]{10,}", sample: "pplx-abcdefghij0123456789" },
  { what: "npm", source: "\\bnpm_[A-Za-z0-9]{20,}", sample: "npm_abcdefghij0123456789abcd" },
  { what: "PyPI", source: "\\bpypi-[A-Za-z0-9_-]{16,}", sample: "pypi-AgEIcHlwaS5vcmcCJDAw" },
  { what: "Slack", source: "\\bxox[abeoprs]-[A-Za-z0-9-]{8,}", sample: "xoxb-0123456789-abcdef" },
  { what: "AWS access key id", source: "\\b(?:AKIA|ASIA)[A-Z0-9]{16}\\b", sample: "AKIAABCDEFGHIJKLMNOP" },
  { what: "DigitalOcean", source: "\\bdo[opr]_v1_[a-f0-9]{16,}", sample: "dop_v1_0123456789abcdef0123" },
  { what: "SendGrid", source: "\\bSG\\.[A-Za-z0-9_.-]{16,}", sample: "SG.abcdefghijklmnop.qrstuv" },
  { what: "Atlassian", source: "\\bATATT3[A-Za-z0-9_=-]{16,}", sample: "ATATT3xFfGF0abcdefghijkl" },
  {
    what: "a JSON Web Token",
    source: "\\beyJ[A-Za-z0-9_-]{8,}\\.[A-Za-z0-9_.-]{8,}",
    sample: "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl",
  },
  {
    what: "a private key",
    source: "-----BEGIN [A-Z ]{0,20}PRIVATE KEY-----[A-Za-z0-9+/=\\s\\\\]*",
    sample: "-----BEGIN PRIVATE KEY-----\nMIIEvQIBADANBgkq\n",
  },
];
