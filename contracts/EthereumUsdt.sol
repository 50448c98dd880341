// SPDX-License-Identifier: UNLICENSED
pragma solidity ^0.8.0;

import {TestTether} from "./TestTether.sol";

/// USDT as it is on Ethereum: `transfer`, `transferFrom` and `approve` return nothing at all,
/// so that a caller who decodes a boolean from them fails although the money moved.
contract EthereumUsdt is TestTether {
    function transfer(address to, uint256 value) external {
        _move(msg.sender, to, value);
    }

    function transferFrom(address from, address to, uint256 value) external {
        _spend(from, value);
        _move(from, to, value);
    }

    function approve(address spender, uint256 value) external {
        _approve(spender, value);
    }
}
